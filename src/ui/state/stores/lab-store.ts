import { createStore, type StoreApi } from 'zustand/vanilla';
import { isRecord } from '../../../api/object.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** A draft webhook: its code and when it is called. */
export interface LabWebhook {
  readonly name: string;
  /** A JavaScript module; see `src/api/local-service.ts`. */
  readonly code: string;
  readonly phase: 'mutating' | 'validating';
  /** Plural name of the resource that it handles. */
  readonly resource: string;
  readonly timeoutSeconds: number;
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/** A draft policy. */
export interface LabPolicy {
  /** A ValidatingAdmissionPolicy as YAML. */
  readonly text: string;
  readonly action: 'Deny' | 'Warn' | 'Audit';
}

/** The request to try. */
export interface LabRequest {
  /** YAML or JSON. */
  readonly text: string;
  /** The recorded request; undefined when the text is an object to create. */
  readonly recorded?: { readonly method: string; readonly path: string; readonly title: string };
}

export interface LabState {
  readonly mode: 'webhook' | 'policy';
  /** The example that each mode's draft is based on. */
  readonly examples: Readonly<Record<LabState['mode'], string>>;
  readonly webhook: LabWebhook;
  readonly policy: LabPolicy;
  readonly request: LabRequest;
}
export type LabStore = StoreApi<LabState>;

const NOTHING: LabState = {
  mode: 'webhook',
  examples: { webhook: '', policy: '' },
  webhook: {
    name: '',
    code: '',
    phase: 'mutating',
    resource: 'pods',
    timeoutSeconds: 2,
    failurePolicy: 'Fail',
  },
  policy: { text: '', action: 'Deny' },
  request: { text: '' },
};

const SETTING = 'tabplane.lab.drafts';

/**
 * The draft in the admission lab, kept between visits for each cluster.
 * @param cluster Id of the cluster, or a constant where the platform has only one.
 */
export function createLabStore(settings: PlatformPort['settings'], cluster: string): LabStore {
  const store = createStore<LabState>()(() => ({ ...NOTHING, ...drafts(settings)[cluster] }));
  // Other tabs may have stored theirs since: only this cluster's draft is replaced.
  store.subscribe((lab) => settings.setItem(SETTING, JSON.stringify({ ...drafts(settings), [cluster]: lab })));
  return store;
}

/** The stored drafts by cluster; none when the setting is unreadable. */
function drafts(settings: PlatformPort['settings']): Readonly<Record<string, Partial<LabState>>> {
  try {
    const stored: unknown = JSON.parse(settings.getItem(SETTING) ?? '{}');
    return isRecord(stored) ? (stored as Readonly<Record<string, Partial<LabState>>>) : {};
  } catch {
    return {};
  }
}
