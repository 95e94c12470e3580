import { beforeEach } from 'vitest';
import type { Desk } from './desk';
import { createVisitor, type Visitor } from './deskClient';

/** A visitor who is a new one in each test, in place of that of the test before. */
export const visitorForEachTest = (desk: Desk): Visitor => {
  const visitor = {} as Visitor;
  beforeEach(async () => void Object.assign(visitor, await createVisitor(desk)));
  return visitor;
};
