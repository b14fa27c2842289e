import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type ApiObject, apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { draftKey } from '../../state/draft-key.ts';
import { mergeEdits } from './merge-edits.ts';
import { locateProblems, type Problem, syntaxProblems } from './problems.ts';
import {
  hasFailed,
  isOutdated,
  type OwnedField,
  ownedFields,
  readTargets,
  type SendOptions,
  type Target,
  type Written,
  writeTarget,
} from './write-documents.ts';
import { editYaml, objectOf, objectText, readDocuments } from './yaml-text.ts';

export interface YamlEditorProps {
  readonly resource: DiscoveredResource;
  /** The live object that is edited; undefined where new ones are written. */
  readonly object?: ApiObject | undefined;
  /** The text that a new object starts from. */
  readonly template?: string;
  /** Where new objects go that name no namespace. */
  readonly namespace?: string | undefined;
  /** Called with the object as the server has stored it. */
  readonly onSaved: (object: ApiObject) => void;
}

/** A question that the answer of the server raised. */
export type EditorDialog =
  | { readonly type: 'dry-run'; readonly before: string; readonly after: string; readonly options: SendOptions }
  | {
      readonly type: 'outdated';
      readonly loaded: ApiObject;
      readonly live: ApiObject;
      readonly overlaps: readonly string[];
    }
  | { readonly type: 'owned'; readonly fields: readonly OwnedField[]; readonly dryRun: boolean };

/** The state of the editor: a draft that outlives it, what the server said of it, and what can be done with it. */
export function useYamlEditor({ resource, object, template = '', namespace, onSaved }: YamlEditorProps) {
  const { client, drafts: store } = useApplication();
  const discovery = useDiscovery();
  const key = draftKey(resource, object?.metadata);
  const draft = useStore(store, ({ drafts }) => drafts[key]);
  const { keep, discard } = store.getState();
  const [saved, setSaved] = useState<{ readonly over: ApiObject | undefined; readonly object: ApiObject }>();
  const [created, setCreated] = useState<ReadonlyMap<string, ApiObject>>(new Map());
  const [answers, setAnswers] = useState<readonly Problem[]>([]);
  const [dialog, setDialog] = useState<EditorDialog>();
  const [isBusy, setBusy] = useState(false);
  const [showsManaged, setShowsManaged] = useState(false);

  // What was just stored comes back through the watch a moment later.
  const live = useMemo(
    () => (saved && saved.over === object ? saved.object : object && typed(object, resource)),
    [saved, object, resource],
  );
  const clean = useMemo(() => (live ? objectText(live, showsManaged) : template), [live, showsManaged, template]);
  const text = draft?.text ?? clean;
  const problems = useMemo(() => [...syntaxProblems(text), ...locateProblems(text, answers)], [text, answers]);
  const base = draft ? draft.base : live;

  const change = (written: string) => {
    if (written === clean) discard(key);
    else if (written !== text) keep(key, { text: written, base });
  };

  const targetsOf = (written: string): Target[] | undefined => {
    if (syntaxProblems(written).length > 0) return undefined;
    const { targets, problems: found } = readTargets(written, discovery, namespace ?? 'default');
    if (live && (targets.length > 1 || found.length > 1)) {
      found.push({
        severity: 'error',
        document: 1,
        message: 'This is the editor of one object: create others by themselves.',
      });
    }
    setAnswers(found);
    if (found.length > 0) return undefined;
    // The object that is edited stays the one that is written, whatever its text says.
    return live ? targets.map((target) => ({ ...target, address: addressOf(resource, live) })) : targets;
  };

  // Keys can come before what was typed has been drawn: what counts is what is kept.
  const send = async (options: SendOptions, written = store.getState().drafts[key]?.text ?? clean) => {
    const targets = isBusy ? undefined : targetsOf(written);
    if (!targets) return;
    setBusy(true);
    setDialog(undefined);
    const results: Written[] = [];
    for (const target of targets) {
      const before = created.get(JSON.stringify(target.object));
      const result =
        before && !options.dryRun
          ? { target, stored: before, problems: [] }
          : await writeTarget(client, target, options);
      results.push(result);
      if (hasFailed(result) && !options.dryRun) break;
    }
    setBusy(false);
    setAnswers(results.flatMap(({ problems: said }) => said));
    const failed = results.find(hasFailed);
    if (failed) await explain(failed, results, options);
    else if (options.dryRun) setDialog({ type: 'dry-run', ...texts(results, live, written), options });
    else finish(results);
  };

  const explain = async (
    failed: Extract<Written, { error: unknown }>,
    results: readonly Written[],
    options: SendOptions,
  ) => {
    if (!options.dryRun) remember(results);
    const fields = ownedFields(failed.error);
    if (fields.length > 0) setDialog({ type: 'owned', fields, dryRun: options.dryRun ?? false });
    else if (isOutdated(failed.error) && base) {
      const { address, object: mine } = failed.target;
      await client.get({ ...address, name: mine.metadata.name ?? '' }).then(
        (now) => showOutdated(now),
        () => undefined,
      );
    }
  };

  /** Of several objects some may be stored already: they are not sent again unless their text changes. */
  const remember = (results: readonly Written[]) => {
    const stored = results.flatMap((result) => (hasFailed(result) ? [] : [result]));
    setCreated(new Map([...created, ...stored.map((one) => [JSON.stringify(one.target.object), one.stored] as const)]));
    setAnswers((said) => [
      ...said,
      ...(live
        ? []
        : stored.map(
            ({ target }): Problem => ({
              severity: 'info',
              document: target.document,
              message: `${target.object.kind} ${target.object.metadata.name} is stored; it is not sent again.`,
            }),
          )),
    ]);
  };

  const finish = (results: readonly Written[]) => {
    discard(key);
    const last = results.flatMap((result) => (hasFailed(result) ? [] : [result.stored])).at(-1);
    if (!last) return;
    setSaved({ over: object, object: last });
    setCreated(new Map());
    onSaved(last);
  };

  const showOutdated = (now: ApiObject) => {
    if (!base) return;
    const { overlaps } = mergeEdits(withoutManaged(base), withoutManaged(mineOf(text)), withoutManaged(now));
    setDialog({
      type: 'outdated',
      loaded: base,
      live: now,
      overlaps: overlaps.filter((field) => field !== 'metadata.resourceVersion'),
    });
  };

  return {
    key,
    text,
    problems,
    dialog,
    isBusy,
    showsManaged,
    isDirty: draft !== undefined,
    /** The object, when it has changed since the draft was begun. */
    newer:
      draft?.base && live && draft.base.metadata.resourceVersion !== live.metadata.resourceVersion ? live : undefined,
    change,
    send,
    showOutdated,
    closeDialog: () => setDialog(undefined),
    discard: () => {
      discard(key);
      setAnswers([]);
      setDialog(undefined);
    },
    setShowsManaged: (shown: boolean) => {
      setShowsManaged(shown);
      const value = shown ? live?.metadata.managedFields : undefined;
      if (draft) keep(key, { ...draft, text: editYaml(draft.text, [{ path: ['metadata', 'managedFields'], value }]) });
    },
    /** Brings the draft up to date and keeps what was changed in it. */
    keepMine: (now: ApiObject) => {
      const { edits } = mergeEdits(withoutManaged(base), withoutManaged(mineOf(text)), withoutManaged(now));
      keep(key, { text: editYaml(text, edits), base: now });
      setAnswers([]);
      setDialog(undefined);
    },
    /** Saves the draft over what somebody else has written. */
    overwrite: async (now: ApiObject) => {
      const written = editYaml(text, [{ path: ['metadata', 'resourceVersion'], value: now.metadata.resourceVersion }]);
      keep(key, { text: written, base: now });
      await send({ action: 'update' }, written);
    },
  };
}

export type YamlEditorState = ReturnType<typeof useYamlEditor>;

const mineOf = (text: string): ApiObject | undefined => {
  const [document] = readDocuments(text).documents;
  return document && objectOf(document);
};

const withoutManaged = (object: ApiObject | undefined): unknown => {
  if (!object) return undefined;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
};

const addressOf = ({ group, version, resource }: DiscoveredResource, { metadata: { namespace } }: ApiObject) => ({
  ...{ group, version, resource },
  ...(namespace ? { namespace } : {}),
});

/** Items of lists do not say of what kind they are. */
const typed = (object: ApiObject, { group, version, kind }: DiscoveredResource): ApiObject => ({
  ...object,
  apiVersion: apiVersionOf(group, version),
  kind,
});

/** What is stored now, or of a new object what was written, and what would be stored. */
function texts(results: readonly Written[], live: ApiObject | undefined, written: string) {
  const after = results.map((result) => (hasFailed(result) ? '' : objectText(result.stored))).join('---\n');
  return { before: live ? objectText(live) : written, after };
}
