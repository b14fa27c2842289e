import { readdirSync, readFileSync } from 'node:fs';
import type { DialectName } from '../../src/api/dialect.ts';
import { answersTo } from './generated/case.mjs';
import { type Client, compare, type ObservedAnswer } from './generated/lib.mjs';
import { toDialect } from './harness.mjs';

interface CaseStep {
  readonly sleep?: number;
  /** Its answer is not compared. */
  readonly quiet?: boolean;
  /** Differences that depend on the surroundings of the real server, as patterns. */
  readonly ignore?: readonly string[];
}

/** A generated case: a few requests with the real server's answers. One without answers prepares the server for others. */
export interface GeneratedCase {
  /** File and line, `create:17`. */
  readonly id: string;
  readonly area: string;
  readonly steps: readonly CaseStep[];
  readonly answers?: readonly ObservedAnswer[];
  readonly cleanup?: readonly CaseStep[];
}

/** Cases that differ: dialect, or `both` → reason → ids, separated by spaces; `create:17-20` are four of them. */
export type GeneratedGaps = Readonly<Record<DialectName | 'both', Readonly<Record<string, string>>>>;

const folder = new URL('generated/', import.meta.url);

/** How many cases are sent at once. */
const WIDTH = 8;

/** Integers that JavaScript cannot hold are written `@@9223372036854775807@@`. */
function withLargeIntegers(value: unknown): unknown {
  if (typeof value === 'string' && /^@@-?\d+@@$/.test(value)) return BigInt(value.slice(2, -2));
  if (Array.isArray(value)) return value.map(withLargeIntegers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withLargeIntegers(item)]));
}

/** Returns every case in the names of a dialect. */
export const generatedCases = (dialect: DialectName): readonly GeneratedCase[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line, index) => {
          const { steps, cleanup, ...recorded } = toDialect(JSON.parse(line), dialect) as GeneratedCase;
          const requests = withLargeIntegers({ steps, cleanup }) as Pick<GeneratedCase, 'steps' | 'cleanup'>;
          return { ...recorded, ...requests, id: `${file.slice(0, -'.jsonl'.length)}:${index + 1}` };
        }),
    );

/** The list of cases that differ. */
export const generatedGaps = JSON.parse(
  readFileSync(new URL('generated-gaps.json', import.meta.url), 'utf8'),
) as GeneratedGaps;

/**
 * Cases whose answers depend on when the server itself writes an object, or on the node ports of other services: they may
 * be equal, and count as different.
 */
export const VARYING_CASES = ['differences:743', 'update:234'];

/** Returns the ids of the cases that a list names. */
export function idsIn(list: string): readonly string[] {
  return list.split(' ').flatMap((item) => {
    const [file = '', lines = ''] = item.split(':');
    const [first = 0, last = first] = lines.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${file}:${first + index}`);
  });
}

/** Returns the differences of the first answer that differs, or none. */
async function differencesOf(client: Client, recorded: GeneratedCase): Promise<readonly string[]> {
  const found = await answersTo(client, recorded);
  const steps = recorded.steps.filter(({ sleep }) => !sleep);
  for (const [index, wanted] of (recorded.answers ?? []).entries()) {
    const { quiet, ignore = [] } = steps[index] ?? {};
    const answer = found[index];
    if (quiet || answer === undefined) continue;
    const isCompared = ({ sig }: { readonly sig: string }): boolean =>
      !ignore.some((pattern) => new RegExp(pattern).test(sig));
    const differences = compare(wanted, answer).filter(isCompared);
    if (differences.length > 0) return differences.map(({ real, ours }) => `real ${real}\nours ${ours}`);
  }
  return [];
}

/** Sends all cases. Returns the differences by the id of the case; cases that are equal are left out. */
export async function unequalCases(
  client: Client,
  cases: readonly GeneratedCase[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  for (const recorded of cases.filter(({ answers }) => !answers)) await answersTo(client, recorded);
  const unequal = new Map<string, readonly string[]>();
  const rest = cases.filter(({ answers }) => answers).values();
  const worker = async (): Promise<void> => {
    for (const recorded of rest) {
      const differences = await differencesOf(client, recorded);
      if (differences.length > 0) unequal.set(recorded.id, differences);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return unequal;
}
