import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ApiObject } from '../../../api/object.ts';
import { findExisting, importObjects, objectIdentity } from '../../commands/import-objects.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery, useIdentityKey } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import type { ImportEntry } from '../../state/stores/import-store.ts';
import { isOfOtherDialect, planImport } from './plan-import.ts';
import { readImport } from './read-import.ts';

/** Returns the state of the import and the actions on it. */
export function useImport() {
  const application = useApplication();
  const { client, imports, notifications } = application;
  const { text, fileName, outcomes, isRunning, startsAtOnce, setText } = useStore(imports);
  const discovery = useDiscovery();
  const namespace = useNamespace() ?? 'default';
  const [updatesExisting, setUpdatesExisting] = useState(false);
  const [rewrites, setRewrites] = useState(true);
  const [runs, setRuns] = useState(0);

  const dialect = dialectOf(discovery);
  const read = useMemo(() => readImport(text), [text]);
  const isForeign = useMemo(() => isOfOtherDialect(read, discovery, dialect), [read, discovery, dialect]);
  const entries = useMemo(
    () => planImport(read, discovery, isForeign && rewrites ? dialect : undefined),
    [read, discovery, isForeign, rewrites, dialect],
  );
  const objects = useMemo(() => entries.flatMap(({ object }) => object ?? []), [entries]);
  const { value: existing, error } = useAnswer(`import ${useIdentityKey()} ${text}`, `${rewrites} ${runs}`, (signal) =>
    findExisting(client, discovery, objects, signal),
  );
  const exists = (object: ApiObject | undefined): boolean =>
    object !== undefined && (existing?.has(objectIdentity(discovery, object, namespace) ?? '') ?? false);

  /** Imports all importable entries, or those for which `isChosen` returns true. */
  const run = async (isChosen: (index: number) => boolean = () => true): Promise<void> => {
    if (imports.getState().isRunning || !existing) return;
    const chosen = new Map<number, ApiObject>();
    for (const [index, { object, problem }] of entries.entries())
      if (object && !problem && isChosen(index)) chosen.set(index, object);
    imports.setState({ isRunning: true, startsAtOnce: false });
    await importObjects(application, chosen, {
      namespace,
      existing,
      updatesExisting,
      onOutcome: (index, outcome) =>
        imports.setState((state) => ({ outcomes: new Map(state.outcomes).set(index, outcome) })),
    });
    imports.setState({ isRunning: false });
    setRuns((before) => before + 1);
    const failures = [...chosen.keys()].filter((index) => isFailed(imports.getState().outcomes.get(index))).length;
    if (failures === 0)
      notifications.getState().notify('success', `Imported ${chosen.size} ${chosen.size === 1 ? 'object' : 'objects'}`);
    else notifications.getState().notify('warning', `${failures} of ${chosen.size} objects were not imported`);
  };

  const isReady = existing !== undefined && objects.length > 0;
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (startsAtOnce && isReady) void latest.current();
  }, [startsAtOnce, isReady]);

  return {
    text,
    fileName,
    namespace,
    entries,
    outcomes,
    error,
    dialect,
    isForeign,
    rewrites,
    updatesExisting,
    isReady,
    isRunning,
    exists,
    isDone: !isRunning && outcomes.size > 0,
    failed: entries.flatMap((_, index) => (isFailed(outcomes.get(index)) ? [index] : [])),
    setText,
    setRewrites,
    setUpdatesExisting,
    run,
  };
}

export type ImportState = ReturnType<typeof useImport>;

const isFailed = (outcome: { readonly status: string } | undefined): boolean =>
  outcome?.status === 'refused' || outcome?.status === 'not-tried';

/** Reports whether an entry can be imported. */
export const isImportable = ({ object, problem }: ImportEntry): boolean => object !== undefined && !problem;
