import { type GeneratedGaps, idsIn } from './generated-cases.ts';
import { type GeneratedShare, REPLAY_HOSTS, type Replay, type ReplayHost } from './replay-result.ts';
import { DIALECTS } from './replayed-dialects.ts';

/** What docs/parity.md is written from. */
export interface ParityFacts {
  readonly replays: readonly Replay[];
  /** Generated cases by dialect and area, and those that differ. */
  readonly generated: readonly GeneratedShare[];
  readonly generatedGaps: GeneratedGaps;
  /** How many recordings each area has. */
  readonly recordings: Readonly<Record<string, number>>;
  /** Areas that are not replayed: area → reason. */
  readonly omittedAreas: Readonly<Record<string, string>>;
  /** Known differences: dialect → id → reason. */
  readonly differences: Readonly<Record<Replay['dialect'], Readonly<Record<string, string>>>>;
  /** Why conversations cannot be sent by a browser, one reason for each of them. */
  readonly unsendable: readonly string[];
}

const HOSTS: Readonly<Record<ReplayHost, string>> = {
  memory: 'In process, memory storage',
  'several writers': 'In process, storage over a simulated network with other writers',
  etcd: 'In process, storage on etcd',
  Dexie: 'In process, Dexie storage (IndexedDB simulated by fake-indexeddb)',
  Node: 'Node host, over TLS and a data folder',
  'service worker': 'Service worker, in Chromium over IndexedDB',
};

const number = (count: number): string => count.toLocaleString('en-US');
const total = (replays: readonly Replay[], count: (replay: Replay) => number): number =>
  replays.reduce((sum, replay) => sum + count(replay), 0);
/** Equal and all, of conversations and of answers. */
interface Counts {
  readonly conversations: readonly [equal: number, all: number];
  readonly answers: readonly [equal: number, all: number];
}
const countsOf = (replays: readonly Replay[]): Counts => ({
  conversations: [total(replays, ({ isEqual }) => Number(isEqual)), replays.length],
  answers: [total(replays, ({ equalSteps }) => equalSteps), total(replays, ({ steps }) => steps)],
});
const ofAll = ([equal, all]: readonly [number, number]): string => `${number(equal)} of ${number(all)}`;
const conversations = (replays: readonly Replay[]): string => ofAll(countsOf(replays).conversations);
const answers = (replays: readonly Replay[]): string => ofAll(countsOf(replays).answers);
/** `37 (424)` when everything is equal, otherwise `36 of 37 (420 of 424)`. */
function cell(replays: readonly Replay[]): string {
  const shortened = ([equal, all]: readonly [number, number]): string =>
    equal === all ? number(all) : ofAll([equal, all]);
  const counts = countsOf(replays);
  return `${shortened(counts.conversations)} (${shortened(counts.answers)})`;
}
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The sentence that README shows. */
export function parityTotal({ replays, recordings, omittedAreas }: ParityFacts): string {
  const all = Object.values(recordings).reduce((sum, count) => sum + count, 0);
  const omitted = Object.keys(omittedAreas).reduce((sum, area) => sum + (recordings[area] ?? 0), 0);
  return (
    `${number(all - omitted)} of ${number(all)} conversations recorded from a real v1.28.3 API server are replayed in both dialects ` +
    `and on six hosts; ${conversations(replays)} replays and ${answers(replays)} answers are equal.`
  );
}

/** The text of docs/parity.md. */
export function parityDocument(facts: ParityFacts): string {
  return `${[
    '# Parity with Kubernetes v1.28.3',
    '<!-- Written by `npm run parity`; edit test/conformance/parity-document.ts instead. -->',
    parityTotal(facts),
    'A conversation is a list of requests with the answers of a real API server. A replay is equal when every status, header, body and\n' +
      'watch event is equal after uids, versions and times have been replaced by placeholders\n' +
      '([how conversations are replayed](../test/conformance/README.md)).',
    '`npm run parity` replays each conversation in both dialects on every host, and wrote these numbers. `npm test` replays it in both\n' +
      'dialects in memory, and in one of them on every other host, or on one other host when it is about the content of objects alone.',
    '## By host',
    table(['host', 'dialect', 'equal conversations', 'equal answers'], byHost(facts.replays)),
    'In the `cluster` dialect, answers that the specification states differently are compared with the specification or left out: ' +
      '[the rules](../test/conformance/DEVIATIONS.md).',
    ...DIALECTS.map((dialect) => byArea(dialect, facts.replays)),
    '## Generated requests',
    generatedRequests(facts),
    '## Known gaps',
    gaps(facts),
  ].join('\n\n')}\n`;
}

const byHost = (replays: readonly Replay[]): string[][] =>
  REPLAY_HOSTS.flatMap((host) =>
    DIALECTS.map((dialect) => {
      const here = replays.filter((replay) => replay.host === host && replay.dialect === dialect);
      return [HOSTS[host], `\`${dialect}\``, conversations(here), answers(here)];
    }),
  );

function byArea(dialect: Replay['dialect'], replays: readonly Replay[]): string {
  const areas = [...new Set(replays.map(({ area }) => area))].sort();
  const rows = areas.map((area) => [
    area,
    ...REPLAY_HOSTS.map((host) => {
      const here = replays.filter((one) => one.area === area && one.dialect === dialect && one.host === host);
      return here.length === 0 ? 'none' : cell(here);
    }),
  ]);
  const head = ['area', ...REPLAY_HOSTS];
  return `## By area, \`${dialect}\` dialect\n\nEqual conversations, with equal answers in parentheses. Where some differ, both numbers are shown.\n\n${table(head, rows)}`;
}

function generatedRequests({ generated, generatedGaps }: ParityFacts): string {
  const shares = (area?: string): string[] =>
    DIALECTS.map((dialect) => {
      const here = generated.filter((one) => one.dialect === dialect && (area === undefined || one.area === area));
      const sum = (count: (share: GeneratedShare) => number): number => here.reduce((all, one) => all + count(one), 0);
      return ofAll([sum(({ equal }) => equal), sum(({ cases }) => cases)]);
    });
  const areas = [...new Set(generated.map(({ area }) => area))].sort();
  const reasons = Object.entries(generatedGaps).flatMap(([dialect, list]) =>
    Object.entries(list).map(
      ([reason, ids]) =>
        `- ${reason}: ${number(idsIn(ids).length)} cases${dialect === 'both' ? '' : ` in the \`${dialect}\` dialect`}`,
    ),
  );
  return [
    'Requests made by mutating valid objects, with the answers of the same real server: a random sample, and the smallest requests whose\n' +
      'answers once differed.',
    table(['area', ...DIALECTS], [...areas.map((area) => [area, ...shares(area)]), ['all', ...shares()]]),
    'Cases that differ, each listed in `test/conformance/generated-gaps.json`:',
    reasons.join('\n'),
  ].join('\n\n');
}

function gaps({ recordings, omittedAreas, differences, unsendable }: ParityFacts): string {
  const omitted = Object.entries(omittedAreas).map(
    ([area, reason]) => `- \`${area}\` (${number(recordings[area] ?? 0)} conversations). ${reason}`,
  );
  const different = DIALECTS.flatMap((dialect) =>
    Object.entries(differences[dialect]).map(([id, reason]) => `- \`${id}\` in the \`${dialect}\` dialect: ${reason}`),
  );
  const reasons = [...new Set(unsendable)].sort();
  const unsent = reasons.map((reason) => {
    const count = unsendable.filter((one) => one === reason).length;
    return `- ${reason}: ${number(count)} conversations`;
  });
  return [
    'Areas that are not replayed yet:',
    omitted.join('\n'),
    different.length === 0
      ? 'Every conversation that is replayed is equal.'
      : `Conversations that are replayed and still differ:\n\n${different.join('\n')}`,
    'Conversations that a browser cannot send, and that are therefore not replayed in the service worker:',
    unsent.join('\n'),
  ].join('\n\n');
}

/** README with its total replaced; the total is the paragraph after the comment `parity`. */
export function withParityTotal(readme: string, facts: ParityFacts): string {
  const paragraph = /(?<=<!-- parity[^>]*-->\n)[^\n]+/;
  if (!paragraph.test(readme)) throw new Error('README.md has no line after a comment <!-- parity -->');
  return readme.replace(paragraph, `${parityTotal(facts)} [By area, dialect and host](docs/parity.md).`);
}
