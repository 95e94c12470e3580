import { sql } from 'drizzle-orm';

type Values = Record<string, unknown>;
type Buildable<T> = { prepare(name: string): { execute(values: Values): Promise<T> } };

/** A placeholder for a value in a statement. Its type is that of the column that it is compared with. */
export const at = sql.placeholder;

/**
 * A statement that is built once, on first use, and then only gets its values. Building one takes longer than sending
 * it.
 * @param name its unique name on each connection, where PostgreSQL keeps its plan
 * @param build builds it, with `at` for its values
 */
export const statement = <T>(name: string, build: () => Buildable<T>): ((values: Values) => Promise<T>) => {
  let built: ReturnType<Buildable<T>['prepare']> | undefined;
  return (values) => {
    built ??= build().prepare(name);
    return built.execute(values);
  };
};

/**
 * An update of the columns in a change. Each set of columns has its own statement, without placeholders for null: a
 * placeholder would set a JSON column to JSON's `null`.
 * @param name the prefix of their names
 * @param build builds the update that sets these columns
 */
export const updating = <Change extends object>(
  name: string,
  build: (columns: Record<string, unknown>) => Buildable<unknown>,
): ((change: Change, values: Values) => Promise<unknown>) => {
  const made = new Map<string, (values: Values) => Promise<unknown>>();
  return (change, values) => {
    const columns = Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, value === null ? null : at(column)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const key = columns.map(([column, place]) => (place ? column : `${column}=`)).join();
    const update =
      made.get(key) ?? statement(`${name} ${made.size}`, () => build(Object.fromEntries(columns)));
    made.set(key, update);
    return update({ ...change, ...values });
  };
};
