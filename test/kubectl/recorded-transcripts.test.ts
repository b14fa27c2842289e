import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { comparable, outcomeText, parseTranscript } from '../clients/transcript.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { TerminalSession } from './terminal-session.ts';

const TRANSCRIPTS = new URL('../clients/transcripts/', import.meta.url).pathname;
const MANIFESTS = new URL('../clients/manifests/', import.meta.url).pathname;

/** Topics that need a program of the machine: an editor, or the renderer of kustomizations. */
const OTHER_PROGRAMS = new Set(['edit']);

/** Commands that the terminal answers in other words, with the first line of its answer. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'kubectl exec worker -n team -- ls':
    '! error: exec needs a connection to the pod, which this page does not have; use kubectl itself',
  'kubectl cp team/worker:/etc/hostname hostname':
    '! error: the terminal does not support "cp": print a file with "exec POD -- cat FILE"',
  'kubectl explain configmap --output=plaintext-openapiv2':
    '! error: the terminal only explains in the format plaintext, not plaintext-openapiv2',
  'kubectl auth reconcile -f role.yaml': '! error: unknown command "auth reconcile"',
};

const textsOf = (topic: string): string => readFileSync(join(TRANSCRIPTS, `${topic}.txt`), 'utf8');

describe('The terminal prints what kubectl 1.28.3 printed with a real server, for', () => {
  const topics = readdirSync(TRANSCRIPTS).map((file) => file.replace('.txt', ''));

  test.for(topics.filter((topic) => !OTHER_PROGRAMS.has(topic)))('%s', async (topic) => {
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    const host = await startNodeHost({ port: 0, flags });
    const sessionOf = (user: string): TerminalSession =>
      new TerminalSession({
        fetch: (request) => fetch(new Request(request.url.replace('http://127.0.0.1', String(host.url)), request)),
        token: `${user}-token`,
        readFile: async (name) => readFileSync(join(MANIFESTS, name), 'utf8'),
      });
    const sessions = { admin: sessionOf('admin'), alice: sessionOf('alice') };
    try {
      for (const { command, outcome, line } of parseTranscript(textsOf(topic))) {
        const [, user = 'admin', text = command] = /^(?:as (\w+) )?(.*)$/.exec(command) ?? [];
        const printed = comparable(outcomeText(await sessions[user as 'admin'].run(text)));
        const different = DIFFERENT[text];
        if (different === undefined) expect.soft(printed, `line ${line}: $ ${command}`).toBe(comparable(outcome));
        else expect.soft(printed.split('\n')[0], `line ${line}: $ ${command}`).toBe(different);
        if (text.startsWith('kubectl auth reconcile')) await sessions.admin.run('apply -f role.yaml');
      }
    } finally {
      await host.close();
    }
  });
});
