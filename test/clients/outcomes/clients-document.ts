import { CLIENTS, type ClientName, type ClientOutcomes, NOT_AVAILABLE } from './client-outcomes.ts';

const INTRODUCTION = [
  '# Real clients',
  '<!-- Written by `npm run clients`; edit test/clients instead. -->',
  'Each test run drives these programs, unmodified, against the Node host. A step shows the lines of its output that are compared, with\n' +
    '`!` before lines of standard error, and the exit code in brackets when it is not 0. `…` and words in angle brackets stand for text that\n' +
    'differs between runs.',
];

/**
 * Returns docs/clients.md. A client that did not run keeps its section in `committed`. Without one, the section says
 * why it did not run.
 */
export function clientsDocument(outcomes: readonly ClientOutcomes[], committed = ''): string {
  const sections = namesOf(CLIENTS).map((client) => {
    const own = outcomes.filter((one) => one.client === client);
    const reason = own.find(({ notRun }) => notRun !== undefined)?.notRun;
    if (reason === undefined) return section(client, own);
    return sectionIn(committed, client) ?? `${heading(client)}\n\nNot run: ${reason}`;
  });
  const others = Object.entries(NOT_AVAILABLE).map(([client, reason]) => `- ${client}: ${reason}`);
  return `${[...INTRODUCTION, ...sections, '## Not available', others.join('\n')].join('\n\n')}\n`;
}

const namesOf = (clients: typeof CLIENTS): ClientName[] => Object.keys(clients) as ClientName[];

const heading = (client: ClientName): string => `## ${client}\n\n${CLIENTS[client]}`;

function sectionIn(document: string, client: ClientName): string | undefined {
  const start = document.indexOf(`${heading(client)}\n`);
  if (start < 0) return undefined;
  const next = document.indexOf('\n## ', start + 1);
  return document.slice(start, next < 0 ? undefined : next).trimEnd();
}

function section(client: ClientName, outcomes: readonly ClientOutcomes[]): string {
  const versions = unique(outcomes.map(({ version }) => version));
  const topics = unique(outcomes.map(({ topic }) => topic ?? ''));
  const tables = topics.map((topic) => {
    const own = outcomes.filter((one) => (one.topic ?? '') === topic);
    return `${topic === '' ? '' : `### ${topic}\n\n`}${stepTable(own, versions)}`;
  });
  return [heading(client), `${versions.length > 1 ? 'Versions' : 'Version'}: ${versions.join(', ')}.`, ...tables].join(
    '\n\n',
  );
}

/** Returns a table of the steps of all versions. Versions with the same outcome share a row. */
function stepTable(outcomes: readonly ClientOutcomes[], versions: readonly string[]): string {
  const rows = new Map<string, { step: string; outcome: string; versions: string[] }>();
  const steps = outcomes.flatMap(({ version, steps }) => steps.map((one) => ({ ...one, version })));
  for (const { step, outcome, version } of steps) {
    const key = JSON.stringify([step, outcome]);
    const row = rows.get(key) ?? { step, outcome, versions: [] };
    rows.set(key, { ...row, versions: [...row.versions, version] });
  }
  const order = unique(steps.map(({ step }) => step));
  const sorted = [...rows.values()].sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
  const isPlain = versions.length === 1;
  const named = (some: readonly string[]): string =>
    unique(some).length === versions.length ? 'all' : unique(some).join(', ');
  const head = isPlain ? ['step', 'outcome'] : ['step', 'outcome', 'versions'];
  const cells = sorted.map((row) => [
    ...[code(row.step), row.outcome === '' ? 'no output' : code(row.outcome)],
    ...(isPlain ? [] : [named(row.versions)]),
  ]);
  return [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Formats text as code in a table cell, line by line. */
const code = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `\`${line.replaceAll('`', "'").replaceAll('|', '\\|')}\``)
    .join('<br>');
