import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AdmissionTrialStatus } from '../../../api/debug/admission-trial.ts';
import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import { NAMESPACE_NAME_LABEL } from '../../../api/kubernetes-names.ts';
import { type ApiObject, apiVersionOf } from '../../../api/object.ts';
import { escapeFieldValue } from '../../../api/selectors/field-selector.ts';
import { ApiError } from '../../../client/api-error.ts';
import { findResource } from '../../../client/discovery.ts';
import { addressOf, disableObjects, enableObjects, tryAdmission } from '../../commands/admission-lab.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { isWithin } from '../../state/objects/object-difference.ts';
import type { LabState } from '../../state/stores/lab-store.ts';
import type { Answers } from '../yaml/problems/locate-problems.ts';
import { problemsOfError } from '../yaml/problems/problems.ts';
import { type CodeProblem, codeProblems } from './code-problems.ts';
import { isEdited, POLICY_EXAMPLES, WEBHOOK_EXAMPLES, withExample } from './lab-examples.ts';
import { type LabPlace, labObjects, triedRequest, webhookName } from './lab-objects.ts';

/** The result of an action and the draft at that time. */
export type LabResult =
  | { readonly type: 'tried'; readonly status: AdmissionTrialStatus; readonly lab: LabState }
  | { readonly type: 'failed'; readonly action: LabAction; readonly error: unknown; readonly lab: LabState };

export type LabAction = 'try' | 'enable' | 'disable';

/** Whether the namespace has no, another, or the current version of the draft enabled. */
export type Force = 'none' | 'other' | 'written';

/** Returns the lab's draft, results and status in a namespace, and the actions on it. */
export function useLab(namespace: string) {
  const { client, lab: store, notifications } = useApplication();
  const discovery = useDiscovery();
  const place: LabPlace = { discovery, namespace, namespaceLabel: useNamespaceLabel() };
  const policies = findResource(discovery, 'validatingadmissionpolicies');
  const policyVersion = policies && apiVersionOf(policies.group, policies.version);
  const lab = begun(useStore(store), policyVersion);
  const [result, setResult] = useState<LabResult>();
  const [running, setRunning] = useState<LabAction>();
  const { objects, problem } = objectsOf(lab, place);
  const force = useEnabledState(objects);

  /** Reads the store, which can be ahead of the rendered state. */
  const latest = () => begun(store.getState(), policyVersion);
  const change = (changed: Partial<LabState>) => store.setState({ ...latest(), ...changed });
  const run = async (action: LabAction, work: () => Promise<void>) => {
    if (running) return;
    setRunning(action);
    const tried = latest();
    await work().catch((error: unknown) => setResult({ type: 'failed', action, error, lab: tried }));
    setRunning(undefined);
  };
  return {
    lab,
    objects,
    problem,
    result,
    running,
    force,
    codeProblems: useMemo(() => codeProblemsOf(lab, result), [lab, result]),
    policyAnswers: useMemo(() => policyAnswersOf(result), [result]),
    isEdited: isEdited(lab, policyVersion ?? ''),
    hasPolicies: policies !== undefined,
    change,
    /** Results of one mode do not apply to the other. */
    changeMode: (mode: LabState['mode']) => {
      if (mode !== lab.mode) setResult(undefined);
      change({ mode });
    },
    choose: (mode: LabState['mode'], example: string) => {
      setResult(undefined);
      store.setState(withExample(lab, mode, example, policyVersion ?? ''));
    },
    tryIt: () =>
      run('try', async () => {
        const tried = latest();
        const spec = { objects: labObjects(tried, place), request: triedRequest(tried.request, place) };
        setResult({ type: 'tried', status: await tryAdmission(client, spec), lab: tried });
      }),
    enable: () =>
      run('enable', async () => {
        await enableObjects(client, discovery, labObjects(lab, place));
        notifications.getState().notify('success', `Enabled in ${namespace}`);
      }),
    disable: () =>
      run('disable', async () => {
        await disableObjects(client, discovery, ownObjects(lab, objects));
        notifications.getState().notify('info', `Disabled in ${namespace}`);
      }),
  };
}

export type Lab = ReturnType<typeof useLab>;

/** Fills an empty lab with the first examples. */
function begun(lab: LabState, policyVersion = ''): LabState {
  const [webhook] = WEBHOOK_EXAMPLES;
  const [policy] = POLICY_EXAMPLES;
  if (lab.examples.webhook !== '' || !webhook || !policy) return lab;
  const { request } = lab;
  const filled = withExample(
    withExample(lab, 'policy', policy.id, policyVersion),
    'webhook',
    webhook.id,
    policyVersion,
  );
  return request.text === '' ? filled : { ...filled, request };
}

const NO_PROBLEMS: readonly CodeProblem[] = [];

/** Returns the errors of the last dry run until the handler is edited. */
function codeProblemsOf({ mode, webhook }: LabState, result: LabResult | undefined): readonly CodeProblem[] {
  if (mode !== 'webhook' || result?.type !== 'tried' || result.lab.webhook.code !== webhook.code) return NO_PROBLEMS;
  return codeProblems(result.status.trace.admission, webhookName(webhook.name), webhook.code);
}

const NO_ANSWERS: Answers = { text: '', problems: [] };

/** Returns the server's errors in the policy. */
function policyAnswersOf(result: LabResult | undefined): Answers {
  if (result?.type !== 'failed' || result.lab.mode !== 'policy' || !(result.error instanceof ApiError))
    return NO_ANSWERS;
  return { text: result.lab.policy.text, problems: problemsOfError(result.error) };
}

function objectsOf(lab: LabState, place: LabPlace): { objects: ApiObject[]; problem?: string } {
  try {
    return { objects: labObjects(lab, place) };
  } catch (error) {
    return { objects: [], problem: errorText(error) };
  }
}

/** A policy can have bindings for other namespaces: only the draft's binding is deleted. */
const ownObjects = ({ mode }: LabState, objects: readonly ApiObject[]) =>
  mode === 'policy' ? objects.slice(-1) : objects;

/** Compares the first object, which contains the draft, and the last, which enables it, with the cluster. */
function useEnabledState(objects: readonly ApiObject[]): Force {
  const [first, last] = [objects[0], objects.at(-1)];
  const [liveFirst, liveLast] = [useLive(first), useLive(last)];
  if (!liveLast) return 'none';
  return isWithin(first, liveFirst) && isWithin(last, liveLast) ? 'written' : 'other';
}

/** Returns the live object at the address of another. */
function useLive(object: ApiObject | undefined): ApiObject | undefined {
  const discovery = useDiscovery();
  const { name, ...collection } = object ? addressOf(discovery, object) : { name: '' };
  const { items } = useCollection('resource' in collection ? collection : undefined, {
    fieldSelector: `metadata.name=${escapeFieldValue(name)}`,
  });
  return items[0];
}

/** The label that holds the name of every namespace. */
const useNamespaceLabel = (): string => dialectNamed(dialectOf(useDiscovery())).rename(NAMESPACE_NAME_LABEL);
