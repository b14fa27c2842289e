import { createStore, type StoreApi } from 'zustand/vanilla';
import { isRecord } from '../../../api/object.ts';
import { NO_PROGRESS, type Progress } from '../../../lessons/progress.ts';
import type { ClustersPort, PlatformPort } from '../../platform-port.ts';

/** Which lesson: one of the app by its name, or one of somebody else by its text. */
export interface LessonSource {
  /** The name of a lesson of the app, or the title of another one. */
  readonly name: string;
  /** The YAML of a lesson that is not of the app. */
  readonly yaml?: string;
}

/** A lesson that is taken in a cluster. */
export interface LessonRun extends LessonSource {
  readonly progress: Progress;
  /** Whether the cluster has the start state of the lesson. */
  readonly isPrepared: boolean;
  readonly isOpen: boolean;
  /** Whether everything is solved. */
  readonly isSolved: boolean;
}

export interface LessonsState {
  /** The lessons that were begun, by the databases of their clusters. */
  readonly runs: Readonly<Record<string, LessonRun>>;
  /** Has the page that shows the cluster with this database begin the lesson. */
  beginOnNextPage(source: LessonSource, database: string): void;
  /** Changes the lesson of the page's cluster. */
  update(change: Partial<LessonRun>): void;
}
export type LessonsStore = StoreApi<LessonsState>;

const SETTING = 'tabplane.lessons';
const NEXT = 'tabplane.lessons.next';

/** A lesson that the next page begins, if it shows this cluster. */
interface NextLesson {
  readonly source: LessonSource;
  /** Of the cluster. Names are given again, so that a name might begin the lesson in another cluster. */
  readonly database: string;
}

type Needed = Pick<PlatformPort, 'settings' | 'session'> & { readonly clusters?: ClustersPort | undefined };

/** Creates the store of lessons, kept across visits. Lessons of clusters that no longer exist are forgotten. */
export function createLessonsStore({ settings, session, clusters }: Needed): LessonsStore {
  const shown = clusters?.shown;
  const databases = new Set(clusters?.loaded.clusters.map(({ database }) => database));
  const stored = () => read<Readonly<Record<string, LessonRun>>>(settings, SETTING) ?? {};
  const known = (runs: LessonsState['runs']): LessonsState['runs'] =>
    Object.fromEntries(Object.entries(runs).filter(([database]) => databases.has(database)));
  const gone = new Set(Object.keys(stored()).filter((database) => !databases.has(database)));
  const store = createStore<LessonsState>()((_, get) => ({
    runs: known(stored()),
    beginOnNextPage: (source, database) =>
      session.setItem(NEXT, JSON.stringify({ source, database } satisfies NextLesson)),
    update: (change) => {
      const run = get().runs[shown?.database ?? ''];
      if (run && shown) keep(shown.database, { ...run, ...change });
    },
  }));
  const keep = (database: string, run: LessonRun): void => {
    // Other tabs may have stored theirs since, of clusters that are newer than this page.
    const others = Object.entries(stored()).filter(([other]) => !gone.has(other));
    const runs = { ...Object.fromEntries(others), [database]: run };
    settings.setItem(SETTING, JSON.stringify(runs));
    store.setState({ runs: known(runs) });
  };
  const next = read<NextLesson>(session, NEXT);
  if (next && shown && next.database === shown.database) {
    session.setItem(NEXT, 'null');
    keep(shown.database, { ...next.source, progress: NO_PROGRESS, isPrepared: false, isOpen: true, isSolved: false });
  }
  return store;
}

/** Returns a stored value; undefined when there is none, or it cannot be read. */
function read<T extends object>(area: Pick<Storage, 'getItem'>, name: string): T | undefined {
  try {
    const stored: unknown = JSON.parse(area.getItem(name) ?? 'null');
    return isRecord(stored) ? (stored as T) : undefined;
  } catch {
    return undefined;
  }
}
