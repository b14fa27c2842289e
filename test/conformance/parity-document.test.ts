import { describe, expect, it } from 'vitest';
import { type ParityFacts, parityDocument, withParityTotal } from './parity-document.ts';
import { REPLAY_HOSTS, type Replay, replayOf } from './replay-result.ts';
import { DIALECTS } from './replayed-dialects.ts';

const scenario = {
  id: 'crud-create',
  area: 'crud',
  steps: [{}, { sleepMs: 10 }, { close: 'w1' }, { spec: { skip: true } }, {}],
};
const results = (...oks: readonly boolean[]) => ({
  ok: oks.every(Boolean),
  steps: oks.map((ok, index) => ({ id: `step${index + 1}`, ok, actual: {} })),
});

describe('counting a replay', () => {
  const count = (dialect: Replay['dialect'], ...oks: readonly boolean[]): Replay | undefined => {
    const task: { meta: { replay?: Replay } } = { meta: {} };
    const complete = replayOf(task, scenario, dialect, 'memory');
    if (oks.length > 0) complete(results(...oks));
    return task.meta.replay;
  };

  it('counts answers, and neither pauses nor closed watches', () => {
    expect(count('kubernetes', true, true, true, true, true)).toMatchObject({ steps: 3, equalSteps: 3, isEqual: true });
  });

  it('leaves out what the cluster dialect does not compare', () => {
    expect(count('cluster', true, true, true, true, true)).toMatchObject({ steps: 2, equalSteps: 2 });
  });

  it('counts the steps that differ', () => {
    expect(count('kubernetes', true, true, true, false, true)).toMatchObject({ equalSteps: 2, isEqual: false });
  });

  it('counts a replay that ended without a result as different in every step', () => {
    expect(count('kubernetes')).toMatchObject({ steps: 3, equalSteps: 0, isEqual: false });
  });
});

describe('docs/parity.md', () => {
  const replays = REPLAY_HOSTS.flatMap((host) =>
    DIALECTS.map((dialect) => ({
      ...{ id: 'crud-create', area: 'crud', dialect, host },
      ...(host === 'Node'
        ? { steps: 1200, equalSteps: 1199, isEqual: false }
        : { steps: 2, equalSteps: 2, isEqual: true }),
    })),
  );
  const facts: ParityFacts = {
    replays,
    generated: [
      { dialect: 'kubernetes', area: 'create', cases: 1786, equal: 1785 },
      { dialect: 'kubernetes', area: 'update', cases: 4, equal: 4 },
      { dialect: 'cluster', area: 'create', cases: 1786, equal: 1783 },
    ],
    generatedGaps: {
      both: { 'Depends on the map order of Go': 'create:7' },
      kubernetes: {},
      cluster: { 'The dialects differ': 'create:8-9' },
    },
    recordings: { crud: 1, controllers: 2 },
    omittedAreas: { controllers: 'Not implemented.' },
    differences: { kubernetes: {}, cluster: { 'crud-create': 'the answer is too long' } },
    unsendable: ['A header that pages may not set', 'A header that pages may not set'],
  };
  const text = parityDocument(facts);

  it('shows equal and all conversations and answers of each host and dialect', () => {
    expect(text).toContain('| Node host, over TLS and a data folder | `cluster` | 0 of 1 | 1,199 of 1,200 |');
    expect(text).toContain('| crud | 1 (2) | 1 (2) | 1 (2) | 1 (2) | 0 of 1 (1,199 of 1,200) | 1 (2) |');
  });

  it('names areas, differences and requests that are left out, with the reason', () => {
    expect(text).toContain('- `controllers` (2 conversations). Not implemented.');
    expect(text).toContain('- `crud-create` in the `cluster` dialect: the answer is too long');
    expect(text).toContain('- A header that pages may not set: 2 conversations');
  });

  it('shows the equal generated requests of each area, and why others differ', () => {
    expect(text).toContain('| create | 1,785 of 1,786 | 1,783 of 1,786 |');
    expect(text).toContain('| all | 1,789 of 1,790 | 1,783 of 1,786 |');
    expect(text).toContain(
      '- Depends on the map order of Go: 1 cases\n- The dialects differ: 2 cases in the `cluster` dialect',
    );
  });

  it('replaces the total in README and nothing else', () => {
    expect(withParityTotal('# Tabplane\n\n<!-- parity -->\nold\n\n## More\n', facts)).toBe(
      '# Tabplane\n\n<!-- parity -->\n1 of 3 conversations recorded from a real v1.28.3 API server are replayed in both dialects and on ' +
        'six hosts; 10 of 12 replays and 2,418 of 2,420 answers are equal. [By area, dialect and host](docs/parity.md).\n\n## More\n',
    );
    expect(() => withParityTotal('# Tabplane\n', facts)).toThrow('no line after a comment');
  });
});
