import { spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { followAgentApi } from '../../scripts/followDocs/agentApi.mjs';
import { codeOf } from '../../scripts/followDocs/blocks.mjs';
import { createPlace } from '../../scripts/followDocs/place.mjs';
import { createAgent } from '../support/agents';
import { startDesk } from '../support/desk';

const README = 'examples/support-desk/README.md';

it.runIf(spawnSync('curl', ['--version']).status === 0)(
  'the desk accepts each call of its README, with the settings of its README',
  async () => {
    const [settings = ''] = codeOf(README, 'json');
    const desk = await startDesk({ settings: JSON.parse(settings) });
    onTestFinished(() => desk.close());
    await createAgent(desk, 'Ada');
    const place = createPlace();
    onTestFinished(() => place.end());
    const blocks = codeOf(README, 'sh').filter((code) => code.includes('curl '));
    const count = await followAgentApi(blocks, { place, origin: desk.origin, token: desk.agentToken });
    expect(count).toBeGreaterThan(30);
  },
);
