import { createEnvironment, type Environment } from './expression-environment.ts';
import { AUTHORIZER } from './library/authorizer-library.ts';
import { CONVERSIONS } from './library/conversions.ts';
import { LISTS } from './library/lists.ts';
import { MIXED_COMPARISONS, OPERATORS } from './library/operators.ts';
import { REGULAR_EXPRESSIONS } from './library/regular-expressions.ts';
import { STRINGS } from './library/strings.ts';
import { TIME } from './library/time.ts';
import { URLS } from './library/urls.ts';

/** The functions that expressions of Kubernetes 1.28 may call: no optionals, no quantities. */
export const KUBERNETES_LIBRARIES = [
  OPERATORS,
  CONVERSIONS,
  STRINGS,
  TIME,
  REGULAR_EXPRESSIONS,
  LISTS,
  URLS,
  AUTHORIZER,
];

let environment: Environment | undefined;
let storedEnvironment: Environment | undefined;

/** These functions and no variables. Made when it is first needed: most requests meet no expression. */
export function kubernetesEnvironment(): Environment {
  environment ??= createEnvironment(KUBERNETES_LIBRARIES, {});
  return environment;
}

/** What expressions that are stored already may call: what comes with the next version, too. */
export function kubernetesStoredEnvironment(): Environment {
  storedEnvironment ??= createEnvironment([...KUBERNETES_LIBRARIES, MIXED_COMPARISONS], {});
  return storedEnvironment;
}
