import { kubernetesName } from '../../api/dialect.ts';
import type { ConfigMap, Namespace } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { Controller } from '../controller.ts';
import { ignoreLostNamespace } from '../namespaces/lost-namespace.ts';
import { Reconciler } from '../reconciler.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const NAME = 'kube-root-ca.crt';
const DESCRIPTION_ANNOTATION = kubernetesName('kubernetes.io/description');
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal ' +
  'service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Publishes the cluster's certificate authority to every active namespace, and reverts changes of it. */
export const rootCertificatePublisher: Controller = {
  name: 'root-ca-certificate-publisher-controller',
  alias: 'root-ca-cert-publisher',
  serviceAccount: 'root-ca-cert-publisher',
  run(context) {
    const { informers, dialect, certificates, signal } = context;
    const published = informers.for<ConfigMap>(CONFIG_MAPS, { fieldSelector: `metadata.name=${NAME}` });
    const annotation = dialect.rename(DESCRIPTION_ANNOTATION);
    const reconciler = new Reconciler<Namespace>({
      ...context,
      name: rootCertificatePublisher.name,
      informer: informers.for<Namespace>({ group: '', version: 'v1', resource: 'namespaces' }),
      async reconcile({ metadata: { name: namespace = '' }, status }, client) {
        if (status?.phase !== 'Active') return undefined;
        const data = { 'ca.crt': await certificates.authority() };
        const description = { [annotation]: dialect.renameText(DESCRIPTION) };
        const live = published.get(`${namespace}/${NAME}`);
        const address = { ...CONFIG_MAPS, namespace };
        if (!live) {
          const metadata = { name: NAME, annotations: description };
          await ignoreLostNamespace(client.create(address, { metadata, data }));
        } else if (!isEqualJson(live.data, data) || !live.metadata.annotations?.[annotation]) {
          const annotations = { ...live.metadata.annotations, ...description };
          await client.update(
            { ...address, name: NAME },
            { ...live, metadata: { ...live.metadata, annotations }, data },
          );
        }
        return undefined;
      },
    });
    reconciler.watch(published, ({ metadata }) => [metadata.namespace ?? '']);
    return reconciler.run(signal);
  },
};
