import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TerminalSession } from './terminal-session.ts';
import { openShop, stepsTime, type Transcript, withoutRandom } from './transcripts.ts';

const FOLDER = new URL('transcripts/', import.meta.url);

describe('The terminal prints what kubectl 1.28.3 printed for the healthy shop, in the transcript', () => {
  test.for(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s', async (name) => {
    const { now, commands } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Transcript;
    const cluster = await openShop();
    const session = new TerminalSession({ fetch: (request) => cluster.fetch(request), now: () => now });
    try {
      for (const { command, stdout, stderr, code } of commands) {
        if (await stepsTime(cluster, command)) continue;
        const outcome = await session.run(command);
        const printed = {
          stdout: withoutRandom(outcome.stdout),
          stderr: withoutRandom(outcome.stderr),
          code: outcome.code,
        };
        const textOf = (each: typeof printed): string => `${each.stdout}! ${each.stderr}[${each.code}]`;
        expect.soft(textOf(printed), `$ ${command}`).toBe(textOf({ stdout, stderr, code }));
      }
    } finally {
      await cluster.close();
    }
  });
});
