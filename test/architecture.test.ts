import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

interface LayerRule {
  readonly name: string;
  readonly to: { readonly pathNot?: string | readonly string[] };
}

const root = new URL('../', import.meta.url);
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: readonly LayerRule[];
};

/** Room → the rooms that the layer check lets it import. */
const rules = new Map(
  forbidden
    .filter(({ name }) => name.startsWith('room-'))
    .map(({ name, to }) => {
      const rooms = /^\^src\/\((.*)\)\/$/.exec(to.pathNot?.[1] ?? '')?.[1] ?? '';
      return [name.slice('room-'.length), rooms === '' ? [] : rooms.split('|')] as const;
    }),
);

/** Room → the last cell of its row in the table of rooms. */
const documented = new Map(
  [
    ...readFileSync(new URL('ARCHITECTURE.md', root), 'utf8').matchAll(/^\| `([a-z0-9/-]+)` \| .* \| ([^|]+) \|$/gm),
  ].map(([, room = '', cell = '']) => [room, cell.trim()] as const),
);

/** The rooms that a cell names: `all of X` is X and everything that X may import. */
function roomsIn(cell: string): readonly string[] {
  if (cell === 'nothing') return [];
  return cell.split(', ').flatMap((item) => {
    const room = /^all of (.*)$/.exec(item)?.[1];
    return room === undefined ? item : [room, ...roomsIn(documented.get(room) ?? '')];
  });
}

describe('the table of rooms in ARCHITECTURE.md', () => {
  it.each([...rules])('shows what %s may import', (room, allowed) => {
    expect([...new Set(roomsIn(documented.get(room) ?? ''))].sort()).toEqual([...allowed].sort());
  });

  it('lets only rooms without a rule import anything', () => {
    const unrestricted = [...documented].filter(([, cell]) => cell === 'anything').map(([room]) => room);
    expect(unrestricted).toEqual([...documented.keys()].filter((room) => !rules.has(room)));
  });

  it('has a row for every folder of src and of src/server', () => {
    const foldersIn = (path: string): string[] =>
      readdirSync(new URL(path, root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const folders = [...foldersIn('src/'), ...foldersIn('src/server/').map((name) => `server/${name}`)];
    expect([...documented.keys()].sort()).toEqual(folders.sort());
  });
});

describe('generator functions', () => {
  it('stand at the top level of their modules, because each closure of one has a hidden class', () => {
    const sources = new URL('src/', root);
    const nested = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      // A command of the simulated shell runs too rarely to matter.
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('simulation/'))
      .filter((path) =>
        /^(?!(export )?(async )?function\*).*\bfunction\*/m.test(readFileSync(new URL(path, sources), 'utf8')),
      );
    expect(nested).toEqual([]);
  });
});

describe('the wall clock', () => {
  it('is read by the platform only, because a cluster has its own time', () => {
    const exceptions = [
      // The deadline of a connection to another process.
      'hosts/node/etcd/etcd-client.ts',
      // Sample data: the sky does not follow the time of a cluster.
      'ui/state/aggregation/moon-phases.ts',
    ];
    const sources = new URL('src/', root);
    const readers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.startsWith('scripts/'))
      .filter((path) => /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/.test(readFileSync(new URL(path, sources), 'utf8')));
    expect(readers.sort()).toEqual(['hosts/platform.ts', ...exceptions].sort());
  });

  it('only measures durations in views and components, because users see the time of the cluster', () => {
    const measuring = [
      'components/lessons/use-lesson-script.ts',
      'views/flow-control/use-level-samples.ts',
      'views/flow-control/use-tenants.ts',
    ];
    const sources = new URL('src/ui/', root);
    const readers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(components|hooks|views)\/.*\.tsx?$/.test(path))
      .filter((path) => /(?<!clusterTime\(.*)\bclock\.now\(\)/.test(readFileSync(new URL(path, sources), 'utf8')));
    expect(readers.sort()).toEqual(measuring);
  });
});

describe('documents', () => {
  const pages = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'src/ui/README.md', 'test/conformance/README.md'],
    ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path}`),
  ];

  it('lists every decision', () => {
    const folder = new URL('docs/decisions/', root);
    const index = readFileSync(new URL('README.md', folder), 'utf8');
    const listed = [...index.matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(([, page]) => page);
    expect(listed.sort()).toEqual(
      readdirSync(folder)
        .filter((page) => page !== 'README.md')
        .sort(),
    );
  });

  /** The words of a heading as GitHub makes an anchor of them. */
  const anchors = (text: string): string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('%s links to pages, pictures and headings that exist', (page) => {
    const at = new URL(page, root);
    const targets = [...readFileSync(at, 'utf8').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, picture]) => link ?? picture ?? '',
    );
    const broken = targets
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const url = new URL(target, at);
        const anchor = decodeURIComponent(url.hash.slice(1));
        url.hash = '';
        if (!existsSync(url)) return true;
        return anchor !== '' && !anchors(readFileSync(url, 'utf8')).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  // CONTRIBUTING.md names files that its reader would add.
  it.each(pages.filter((page) => page !== 'CONTRIBUTING.md'))('%s names files that exist', (page) => {
    const named = [
      ...readFileSync(new URL(page, root), 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|md))`/g),
    ].map(([, path = '']) => path);
    const folders = [root, new URL('src/', root), new URL('.', new URL(page, root))];
    expect(named.filter((path) => !folders.some((folder) => existsSync(new URL(path, folder))))).toEqual([]);
  });
});
