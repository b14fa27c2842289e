import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type ApiObject, apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { isStored, type WriteResult } from '../../state/objects/write-result.ts';
import { draftKey } from '../../state/stores/draft-key.ts';
import { mergeEdits } from './merge-edits.ts';
import { type Answers, locateProblems } from './problems/locate-problems.ts';
import { syntaxProblems } from './problems/problems.ts';
import {
  isOutdated,
  type OwnedField,
  ownedFields,
  problemsOf,
  readTargets,
  resultsOf,
  type Target,
} from './write-documents.ts';
import { addressOf, type SendOptions, writeLive, writeNew } from './write-targets.ts';
import { editYaml, objectOf, objectText, readDocuments } from './yaml-documents.ts';

export interface YamlEditorProps {
  /** Resource that is edited or created; undefined when objects of any kind are written. */
  readonly resource?: DiscoveredResource | undefined;
  /** Live object that is edited; undefined when new ones are written. */
  readonly object?: ApiObject | undefined;
  /** Template of a new object. */
  readonly template?: string;
  /** Namespace of new objects without one. */
  readonly namespace?: string | undefined;
  /** Called with the stored object; not called for several objects, whose results are shown. */
  readonly onSaved?: (object: ApiObject) => void;
}

/** A dialog that follows from the server's response. */
export type EditorDialog =
  | { readonly type: 'dry-run'; readonly before: string; readonly after: string; readonly options: SendOptions }
  | {
      readonly type: 'outdated';
      readonly loaded: ApiObject;
      readonly live: ApiObject;
      readonly overlaps: readonly string[];
    }
  | { readonly type: 'comparison'; readonly with: 'live' | 'revision' }
  | { readonly type: 'owned'; readonly fields: readonly OwnedField[]; readonly options: SendOptions };

const NO_ANSWERS: Answers = { text: '', problems: [] };

/** Returns the state of the editor (a draft that survives it, and the server's responses) and the actions on it. */
export function useYamlEditor({ resource, object, template = '', namespace = 'default', onSaved }: YamlEditorProps) {
  const application = useApplication();
  const { client, drafts: store, notifications } = application;
  const discovery = useDiscovery();
  const key = draftKey(resource, object?.metadata);
  const draft = useStore(store, ({ drafts }) => drafts[key]);
  const written = useStore(store, ({ writtenTexts }) => writtenTexts[key]);
  const { keep, discard, remember, forget } = store.getState();
  const [saved, setSaved] = useState<{ readonly over: ApiObject | undefined; readonly object: ApiObject }>();
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [dialog, setDialog] = useState<EditorDialog>();
  const [isBusy, setBusy] = useState(false);
  const [showsManaged, setShowsManaged] = useState(false);
  const [showsOwners, setShowsOwners] = useState(false);
  // The editor for another object of a kind starts empty; the text for any kind stays until it is cleared.
  useEffect(() => (resource ? () => forget(key) : undefined), [resource, key, forget]);

  // A stored object arrives through the watch a moment later.
  const live = useMemo(
    () => (saved && saved.over === object ? saved.object : object && resource && typed(object, resource)),
    [saved, object, resource],
  );
  const fresh = written?.text ?? template;
  const clean = useMemo(() => (live ? objectText(live, showsManaged) : fresh), [live, showsManaged, fresh]);
  const text = draft?.text ?? clean;
  // Parsing is slow, and the text of an unedited object has no errors, however often the object changes.
  const syntax = useMemo(() => (text === clean && live ? [] : syntaxProblems(text)), [text, clean, live]);
  const problems = useMemo(() => [...syntax, ...locateProblems(answers, text)], [syntax, text, answers]);
  const results = useMemo(() => resultsOf(text, written?.results ?? []), [text, written]);
  const base = draft ? draft.base : live;

  const change = (typedText: string) => {
    if (typedText === clean) discard(key);
    else if (typedText !== text) keep(key, { text: typedText, base });
  };

  const targetsOf = (sent: string): Target[] | undefined => {
    if (syntaxProblems(sent).length > 0) return undefined;
    const { targets, problems: found } = readTargets(sent, discovery);
    if (live && (targets.length > 1 || found.length > 1 || targets.some(({ inside }) => inside !== ''))) {
      const message = 'This editor saves one object. To write several objects, use Apply YAML.';
      found.push({ severity: 'error', document: Math.min(1, targets.at(-1)?.document ?? 0), message });
    }
    setAnswers({ text: sent, problems: found });
    return found.length > 0 ? undefined : targets;
  };

  // Reads the store, which can be ahead of the rendered state.
  const send = async (options: SendOptions, sent = store.getState().drafts[key]?.text ?? clean) => {
    const targets = isBusy ? undefined : targetsOf(sent);
    if (!targets) return;
    setBusy(true);
    setDialog(undefined);
    const before = store.getState().drafts[key]?.base ?? live;
    const answered =
      live && resource
        ? await writeLive(application, targets, resource, live, { ...options, base: before })
        : await writeNew(application, targets, { ...options, namespace }, written?.results ?? []);
    setBusy(false);
    const said = answered.flatMap(({ outcome }, index) => (targets[index] ? problemsOf(targets[index], outcome) : []));
    setAnswers({ text: sent, problems: said });
    const failed = answered.find(({ outcome }) => outcome.status === 'failed');
    if (!live && !options.dryRun) {
      // A single failure is shown with the problems.
      if (failed && answered.length === 1) forget(key);
      else if (answered.length > 1 || !resource)
        remember(key, { results: answered, ...(failed ? {} : { text: sent }) });
    }
    if (failed) await explain(failed, options);
    else if (options.dryRun) setDialog({ type: 'dry-run', ...texts(answered, live, sent), options });
    else finish(answered);
  };

  const explain = async ({ object: mine, outcome }: WriteResult, options: SendOptions) => {
    if (outcome.status !== 'failed') return;
    const fields = ownedFields(outcome.error);
    if (fields.length > 0) setDialog({ type: 'owned', fields, options });
    else if (isOutdated(outcome.error) && base && resource) {
      await client.get({ ...addressOf(resource, base), name: mine.metadata.name ?? '' }).then(
        (now) => showOutdated(now),
        () => undefined,
      );
    }
  };

  const finish = (stored: readonly WriteResult[]) => {
    discard(key);
    const [only, ...others] = stored.flatMap(({ outcome }) => (isStored(outcome) ? [outcome] : []));
    if (!only || others.length > 0) return;
    setSaved({ over: object, object: only.object });
    onSaved?.(only.object);
    // The stored text replaces the sent one: a warning about a dropped field would have no line in it.
    if (resource)
      for (const warning of only.warnings)
        notifications.getState().notify('warning', 'Warning from the server', warning);
  };

  const showOutdated = (now: ApiObject) => {
    if (!base) return;
    const { overlaps } = mergeEdits(
      withoutManagedFields(base),
      withoutManagedFields(mineOf(text)),
      withoutManagedFields(now),
    );
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
    /** Outcomes of the objects sent last; empty for the editor of one object. */
    results,
    dialog,
    isBusy,
    showsManaged,
    showsOwners,
    isDirty: draft !== undefined,
    live,
    /** The live object when it has changed since the draft was started. */
    newer:
      draft?.base && live && draft.base.metadata.resourceVersion !== live.metadata.resourceVersion ? live : undefined,
    change,
    send,
    showOutdated,
    compare: (side: 'live' | 'revision') => setDialog({ type: 'comparison', with: side }),
    closeDialog: () => setDialog(undefined),
    discard: () => {
      discard(key);
      forget(key);
      setAnswers(NO_ANSWERS);
      setDialog(undefined);
    },
    setShowsOwners,
    setShowsManaged: (shown: boolean) => {
      setShowsManaged(shown);
      const value = shown ? live?.metadata.managedFields : undefined;
      if (draft) keep(key, { ...draft, text: editYaml(draft.text, [{ path: ['metadata', 'managedFields'], value }]) });
    },
    /** Merges the live object into the draft, which keeps its changes. */
    keepMine: (now: ApiObject) => {
      const { edits } = mergeEdits(
        withoutManagedFields(base),
        withoutManagedFields(mineOf(text)),
        withoutManagedFields(now),
      );
      keep(key, { text: editYaml(text, edits), base: now });
      setAnswers(NO_ANSWERS);
      setDialog(undefined);
    },
    /** Overwrites concurrent changes with the draft. */
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

const withoutManagedFields = (object: ApiObject | undefined): unknown => {
  if (!object) return undefined;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
};

/** Adds apiVersion and kind, which list items lack. */
const typed = (object: ApiObject, { group, version, kind }: DiscoveredResource): ApiObject => ({
  ...object,
  apiVersion: apiVersionOf(group, version),
  kind,
});

/** Returns both sides of the dry run diff: the stored object or the written text, and the resulting objects. */
function texts(results: readonly WriteResult[], live: ApiObject | undefined, written: string) {
  const after = results.map(({ outcome }) => {
    if (isStored(outcome)) return objectText(outcome.object);
    return outcome.status === 'skipped' && outcome.reason ? `# ${outcome.reason}\n` : '';
  });
  return { before: live ? objectText(live) : written, after: after.join('---\n') };
}
