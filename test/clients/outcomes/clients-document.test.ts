import { describe, expect, it } from 'vitest';
import type { ClientOutcomes } from './client-outcomes.ts';
import { clientsDocument } from './clients-document.ts';

const OUTCOMES: readonly ClientOutcomes[] = [
  {
    client: 'helm',
    version: '3.11',
    steps: [
      { step: 'helm list', outcome: 'a | b' },
      { step: 'helm test', outcome: '' },
    ],
  },
  {
    client: 'helm',
    version: '4.1',
    steps: [
      { step: 'helm list', outcome: 'c' },
      { step: 'helm test', outcome: '' },
    ],
  },
  { client: 'Patroni', version: '3.0.2', steps: [{ step: 'elect', outcome: 'one\ntwo' }] },
];

describe('docs/clients.md', () => {
  const document = clientsDocument(OUTCOMES);

  it('shows each step with its outcome, and the versions that share it', () => {
    expect(document).toContain('Versions: 3.11, 4.1.');
    expect(document).toContain(
      ['| `helm list` | `a \\| b` | 3.11 |', '| `helm list` | `c` | 4.1 |', '| `helm test` | no output | all |'].join(
        '\n',
      ),
    );
  });

  it('shows each line of an outcome, and omits the versions when there is only one', () => {
    expect(document).toContain('Version: 3.0.2.\n\n| step | outcome |\n| --- | --- |\n| `elect` | `one`<br>`two` |');
  });

  it('shows why a client did not run', () => {
    const notRun = { client: 'Patroni', version: '', steps: [], notRun: 'it is not installed' } as const;
    expect(clientsDocument([...OUTCOMES.slice(0, 2), notRun])).toContain('Not run: it is not installed');
  });

  it('keeps the committed section only of a client that did not run', () => {
    const notRun = { client: 'Patroni', version: '', steps: [], notRun: 'it is not installed' } as const;
    expect(clientsDocument([...OUTCOMES.slice(0, 2), notRun], document)).toBe(document);
    expect(clientsDocument([...OUTCOMES.slice(1, 2), notRun], document)).not.toBe(document);
  });
});
