import { expect, it, onTestFinished } from 'vitest';
import { sendFile, sendText, type Visitor } from '../support/deskClient';
import { failProgram, type Program } from '../support/exampleProgram';
import type { ProgramDesk } from '../support/programDesk';

/** A bridge from a desk to another service. */
export type Bridge = {
  at: ProgramDesk;
  /** Its folder. */
  example: string;
  /** What it prints without settings. */
  missing: string;
  startBridge(): Promise<Program>;
  /** Whether the service has the conversation. */
  has(conversationId: string): boolean;
  /** The messages that the service has of a conversation, as `who: text`. Waits for the conversation. */
  copiesOf(visitor: Visitor): Promise<string[]>;
  /** A person answers there. */
  answer(visitor: Visitor, text: string): Promise<unknown>;
  /** A person there gives the conversation back. @returns the messages that this makes there */
  giveBack(visitor: Visitor): Promise<string[]>;
  /** How the service has what these wrote. */
  shown: { visitor(text: string): string; colleague(name: string, text: string): string; person: string };
  /** Who writes there what the bridge reports. */
  reporter: string;
};

/** Tests what every bridge does. */
export const testBridge = (bridge: Bridge): void => {
  const { at, startBridge, shown } = bridge;
  const expectCopied = (visitor: Visitor, copied: string[]) =>
    expect.poll(() => bridge.copiesOf(visitor)).toEqual(copied);

  it('names the settings that are missing, and ends', async () => {
    const { code, output } = await failProgram(bridge.example, {});
    expect(code).toBe(1);
    expect(output).toContain(bridge.missing);
  });

  it('copies files as links, and what colleagues say in the desk', async () => {
    const running = await startBridge();
    const visitor = await at.visitor();
    await sendFile(visitor, at.desk, { name: 'broken.txt', content: 'It is broken' });
    const message = { text: 'Oh', name: 'Edith' };
    await at.agentCall('POST', `/conversations/${visitor.conversationId}/messages`, message);
    await expect.poll(() => bridge.copiesOf(visitor)).toHaveLength(2);
    const [link = '', other] = await bridge.copiesOf(visitor);
    expect(other).toEqual(shown.colleague('Edith', 'Oh'));
    const [, address = ''] = /(http:\S+broken\.txt)$/.exec(link) ?? [];
    expect(await (await fetch(address)).text()).toBe('It is broken');
    await running.stop();
  });

  it('begins when a bot hands over, with what was said before, and gives back to it', async () => {
    const made = await at.api.IntegrationsApi.createIntegration('porch', {
      type: 'custom',
      displayName: 'Order bot',
    });
    const botId = made.integration.id;
    const answersFirst = (id: string) =>
      at.api.SwitchboardsApi.updateSwitchboard('porch', 'switchboard', {
        defaultSwitchboardIntegrationId: id,
      });
    onTestFinished(async () => {
      await answersFirst('people');
    });
    await answersFirst(botId);
    const running = await startBridge();
    const visitor = await at.visitor();
    const { conversationId } = visitor;
    const author = { type: 'business', displayName: 'Order bot' };
    const sayAsBot = (text: string) =>
      at.api.MessagesApi.postMessage('porch', conversationId, { author, content: { type: 'text', text } });
    const handOver = () =>
      at.api.SwitchboardActionsApi.passControl('porch', conversationId, { switchboardIntegration: 'people' });
    await sendText(visitor, 'A person, please');
    await sayAsBot('One moment');
    await expect.poll(() => at.finished(conversationId)).toBe(2);
    expect(bridge.has(conversationId)).toBe(false);
    await handOver();
    const before = [shown.visitor('A person, please'), shown.colleague('Order bot', 'One moment')];
    await expectCopied(visitor, before);
    await bridge.answer(visitor, 'Here I am');
    const given = await bridge.giveBack(visitor);
    const handling = async () => (await at.conversation(conversationId)).activeSwitchboardIntegration.id;
    await expect.poll(handling).toBe(botId);
    expect(await at.lines(conversationId)).toEqual([
      'visitor: A person, please',
      'Order bot: One moment',
      'Grace: Here I am',
    ]);
    await sayAsBot('Back again');
    await sendText(visitor, 'Hm');
    await handOver();
    await expectCopied(visitor, [
      ...before,
      `${shown.person}: Here I am`,
      ...given,
      shown.colleague('Order bot', 'Back again'),
      shown.visitor('Hm'),
    ]);
    await running.stop();
  });

  it('says there what the desk has refused, and goes on', async () => {
    const running = await startBridge();
    const visitor = await at.visitor('Hi');
    await bridge.answer(visitor, 'x'.repeat(5000));
    await bridge.answer(visitor, 'Short');
    await expect.poll(() => at.lines(visitor.conversationId)).toEqual(['visitor: Hi', 'Grace: Short']);
    expect(await bridge.copiesOf(visitor)).toContainEqual(
      expect.stringMatching(new RegExp(`^${bridge.reporter}: Not sent to the visitor\\. Error: The desk: `)),
    );
    await running.stop();
  });
};
