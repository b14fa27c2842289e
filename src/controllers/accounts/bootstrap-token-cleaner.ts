import { base64Text } from '../../api/encoding/base64.ts';
import type { Secret } from '../../api/kinds/core-v1.generated.ts';
import { BOOTSTRAP_TOKEN_TYPE } from '../../api/kubernetes-names.ts';
import { endOfToken } from '../../api/values/token-expiration.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets', namespace: 'kube-system' };

/** Deletes expired bootstrap tokens. A token whose expiration cannot be parsed counts as expired. */
export const bootstrapTokenCleaner: Controller = {
  name: 'token-cleaner-controller',
  alias: 'tokencleaner',
  isDisabledByDefault: true,
  serviceAccount: 'token-cleaner',
  run(context) {
    const { informers, clock, dialect, signal } = context;
    const fieldSelector = `type=${dialect.rename(BOOTSTRAP_TOKEN_TYPE)}`;
    const reconciler = new Reconciler<Secret>({
      ...context,
      name: bootstrapTokenCleaner.name,
      informer: informers.for<Secret>(SECRETS, { fieldSelector }),
      async reconcile({ metadata: { name = '', uid = '' }, data }, client) {
        const remaining = endOfToken(base64Text(data?.expiration ?? '')) - clock.now();
        if (remaining === Number.POSITIVE_INFINITY) return undefined;
        if (remaining > 0) return { after: remaining };
        await client.delete({ ...SECRETS, name }, { preconditions: { uid } });
        return undefined;
      },
    });
    return reconciler.run(signal);
  },
};
