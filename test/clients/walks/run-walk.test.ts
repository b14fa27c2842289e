import { describe, expect, it } from 'vitest';
import { parseCommandLine, stepOutcome } from './run-walk.ts';

describe('a command line of a walk', () => {
  it.each([
    ['get pods -o name', { words: ['get', 'pods', '-o', 'name'] }],
    ["exec box -- sh -c 'exit 3'", { words: ['exec', 'box', '--', 'sh', '-c', 'exit 3'] }],
    ['A=1 B=s/=/x/ edit x', { words: ['edit', 'x'], environment: { A: '1', B: 's/=/x/' } }],
    ['apply -f - < file.yaml', { words: ['apply', '-f', '-'], inputFile: 'file.yaml' }],
    ['logs -f box (until stopped)', { words: ['logs', '-f', 'box'], isStopped: true }],
  ])('%s', (text, expected) => {
    expect(parseCommandLine(text)).toEqual({ environment: {}, inputFile: undefined, isStopped: false, ...expected });
  });
});

describe('the outcome of a step', () => {
  const outcomeOf = (shows: string, stdout: string, { stderr = '', code = 0 } = {}) =>
    stepOutcome('kubectl', ['get', shows], { stdout, stderr, code }).outcome;

  it('is the expected outcome when the output has its lines', () => {
    expect(outcomeOf('b', 'a\nb\n')).toBe('b');
    expect(outcomeOf('pod web-<random> …', 'pod   web-5b9c4d8f6-x2x4z   Running\n')).toBe('pod web-<random> …');
    expect(outcomeOf('! gone\n[1]', '', { stderr: 'gone\n', code: 1 })).toBe('! gone\n[1]');
    expect(outcomeOf('', '')).toBe('');
  });

  it('is the entire output when an expected line is missing', () => {
    expect(outcomeOf('c', 'a\nb\n')).toBe('a\nb\n');
    expect(outcomeOf('…', '')).toBe('');
  });

  it('is the entire output when the command fails unexpectedly', () => {
    expect(outcomeOf('a', 'a\n', { code: 1 })).toBe('a\n[1]\n');
  });
});
