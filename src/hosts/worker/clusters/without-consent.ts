import type { Fetch } from '../../../api/environment.ts';
import type { Sandbox } from '../../../local-services/sandbox.ts';

const refuse = (): Promise<never> =>
  Promise.reject(new Error('this cluster came from a link: its code and its calls stay disabled until you accept it'));

/** Replaces the sandbox and outgoing requests of a cluster that awaits consent. */
export const WITHOUT_CONSENT: { readonly sandbox: Sandbox; readonly fetch: Fetch } = {
  sandbox: { run: refuse },
  fetch: refuse,
};
