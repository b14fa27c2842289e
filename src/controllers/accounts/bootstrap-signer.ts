import { base64Text, bytesBase64Url } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { ConfigMap, Secret } from '../../api/kinds/core-v1.generated.ts';
import { BOOTSTRAP_TOKEN_TYPE } from '../../api/kubernetes-names.ts';
import { endOfToken } from '../../api/values/token-expiration.ts';
import { objectKey } from '../../client/object-key.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets', namespace: 'kube-system' };
const CLUSTER_INFO = { group: '', version: 'v1', resource: 'configmaps', namespace: 'kube-public' };
const NAME = 'cluster-info';
const CONTENT = 'kubeconfig';
const SIGNATURE_PREFIX = 'jws-kubeconfig-';

/** Signs the kubeconfig in the ConfigMap `cluster-info` with every bootstrap token that may sign. */
export const bootstrapSigner: Controller = {
  name: 'bootstrap-signer-controller',
  alias: 'bootstrapsigner',
  isDisabledByDefault: true,
  serviceAccount: 'bootstrap-signer',
  run(context) {
    const { informers, clock, dialect, signal } = context;
    const secrets = informers.for<Secret>(SECRETS, { fieldSelector: `type=${dialect.rename(BOOTSTRAP_TOKEN_TYPE)}` });
    const info = informers.for<ConfigMap>(CLUSTER_INFO, { fieldSelector: `metadata.name=${NAME}` });
    const reconciler = new Reconciler<ConfigMap>({
      ...context,
      name: bootstrapSigner.name,
      informer: info,
      async reconcile(map, client) {
        const content = map.data?.[CONTENT];
        if (content === undefined) return undefined;
        const data = withoutSignatures(map.data ?? {});
        for (const secret of secrets.list()) {
          const token = signingToken(secret, clock.now());
          if (token) data[SIGNATURE_PREFIX + token.id] = await detachedSignature(content, token);
        }
        if (!isEqual(data, map.data ?? {})) await client.update({ ...CLUSTER_INFO, name: NAME }, { ...map, data });
        return undefined;
      },
    });
    reconciler.watch(secrets, () => info.list().map(objectKey));
    return reconciler.run(signal);
  },
};

type Data = Record<string, string>;

const withoutSignatures = (data: Readonly<Data>): Data =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX)));

const isEqual = (first: Readonly<Data>, second: Readonly<Data>): boolean =>
  Object.keys(first).length === Object.keys(second).length &&
  Object.entries(first).every(([key, value]) => second[key] === value);

/** Returns the token of a secret if it may sign now. `now` in milliseconds. */
function signingToken({ metadata, data }: Secret, now: number): { id: string; secret: string } | undefined {
  const read = (key: string): string => base64Text(data?.[key] ?? '');
  const [id, secret, expiration] = [read('token-id'), read('token-secret'), read('expiration')];
  const isNamed = /^[a-z0-9]{6}$/.test(id) && metadata.name === `bootstrap-token-${id}`;
  const isValid = endOfToken(expiration) > now;
  return isNamed && isValid && secret !== '' && read('usage-bootstrap-signing') === 'true' ? { id, secret } : undefined;
}

/** Returns a JSON web signature (HS256) of a text without the text itself: header, two dots, signature. */
async function detachedSignature(
  content: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<string> {
  const header = bytesBase64Url(utf8Bytes(JSON.stringify({ alg: 'HS256', kid: id })));
  const signed = utf8Bytes(`${header}.${bytesBase64Url(utf8Bytes(content))}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8Bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, signed);
  return `${header}..${bytesBase64Url(new Uint8Array(signature))}`;
}
