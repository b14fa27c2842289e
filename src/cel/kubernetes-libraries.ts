import { createEnvironment, type Environment } from './expression-environment.ts';
import { AUTHORIZER } from './library/authorizer-library.ts';
import { CONVERSIONS } from './library/conversions.ts';
import { LISTS } from './library/lists.ts';
import { MIXED_COMPARISONS, OPERATORS } from './library/operators.ts';
import { REGULAR_EXPRESSIONS } from './library/regular-expressions.ts';
import { STRINGS } from './library/strings.ts';
import { TIME } from './library/time.ts';
import { URLS } from './library/urls.ts';

/** Functions available to expressions in Kubernetes 1.28, which lacks optionals and quantities. */
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

/**
 * Returns the environment for new expressions, without variables. Created on first use, because most requests involve
 * no expressions.
 */
export function kubernetesEnvironment(): Environment {
  environment ??= createEnvironment(KUBERNETES_LIBRARIES, {});
  return environment;
}

/** Returns the environment for stored expressions, which may also use functions of the next version. */
export function kubernetesStoredEnvironment(): Environment {
  storedEnvironment ??= createEnvironment([...KUBERNETES_LIBRARIES, MIXED_COMPARISONS], {});
  return storedEnvironment;
}
