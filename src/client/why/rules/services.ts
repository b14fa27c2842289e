import type { Cause, Evidence } from '../../../api/debug/why.ts';
import type { Pod, Service, ServicePort } from '../../../api/kinds/core-v1.generated.ts';
import type { Ingress, IngressBackend } from '../../../api/kinds/networking-v1.generated.ts';
import { labelSelectorFromPairs } from '../../../api/selectors/label-selector.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { cause, objectEvidence } from '../cause.ts';
import { idle } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { labelsText, listText } from '../words.ts';
import { unreadyPods } from './workloads.ts';

const isExternal = ({ spec }: Service): boolean => spec?.type === 'ExternalName';

async function selectedPods(view: View, { spec, metadata }: Service): Promise<readonly Pod[]> {
  const selector = labelSelectorFromPairs(spec?.selector ?? {});
  return (await view.listAs<Pod>('core/Pod', metadata.namespace)).filter((pod) =>
    selector.matches(pod.metadata.labels),
  );
}

/** Explains a service without endpoints. */
export const endpoints: Rule = rule<Service>(async (service, view) => {
  const { spec } = service;
  if (isExternal(service)) return undefined;
  const evidence = [objectEvidence(service, 'spec.selector')];
  if (Object.keys(spec?.selector ?? {}).length === 0) return undefined;
  const pods = await selectedPods(view, service);
  if (pods.length === 0) {
    const near = await nearest(view, service);
    const hint = near ? `, and the nearest, pod ${near.metadata.name}, has ${nearLabels(near, service)}` : '';
    return cause(
      'selector-without-pods',
      `no pod has the labels ${labelsText(spec?.selector)} of its selector${hint}`,
      {
        evidence: [...evidence, near && objectEvidence(near, 'metadata.labels')],
      },
    );
  }
  const ready = pods.filter(({ status }) => conditionOf(status?.conditions, 'Ready')?.status === 'True');
  if (ready.length === 0) return unreadyPods(view, pods);
  const slices = (await view.listAs('discovery/EndpointSlice', service.metadata.namespace)).filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid }) => uid === service.metadata.uid),
  ) as readonly { readonly endpoints?: readonly unknown[] }[];
  const because = idle('endpointslice-controller', view, service.metadata.namespace);
  if (slices.flatMap((slice) => slice.endpoints ?? []).length === 0 && because.length > 0)
    return cause(
      'endpoints-missing',
      `its ${ready.length === 1 ? 'pod is' : 'pods are'} ready, but not its endpoints`,
      {
        because,
      },
    );
  return wrongPort(service, ready);
});

/** Returns the pod that matches most pairs of the selector. */
async function nearest(view: View, { spec, metadata }: Service): Promise<Pod | undefined> {
  const names = Object.keys(spec?.selector ?? {});
  const pods = await view.listAs<Pod>('core/Pod', metadata.namespace);
  return pods
    .filter(({ metadata: { labels } }) => names.some((name) => labels?.[name] !== undefined))
    .sort((a, b) => score(b, spec?.selector) - score(a, spec?.selector))[0];
}

const score = ({ metadata: { labels } }: Pod, selector: Readonly<Record<string, string>> | undefined): number =>
  Object.entries(selector ?? {}).filter(([name, value]) => labels?.[name] === value).length;

const nearLabels = ({ metadata: { labels = {} } }: Pod, { spec }: Service): string =>
  listText(
    Object.keys(spec?.selector ?? {}).map((name) =>
      labels[name] === undefined ? `no ${name}` : `${name}=${labels[name]}`,
    ),
  );

/**
 * Returns the cause that no container of the pods declares the target port of a service port; undefined when all are
 * declared.
 */
function wrongPort(service: Service, pods: readonly Pod[]) {
  for (const port of service.spec?.ports ?? []) {
    const target = port.targetPort ?? port.port;
    const declared = pods.flatMap(({ spec }) => (spec?.containers ?? []).flatMap(({ ports }) => ports ?? []));
    const isDeclared = declared.some(({ name, containerPort }) => name === target || containerPort === target);
    // A container may listen on a port that it does not declare, but a name must be declared.
    if (isDeclared || (typeof target === 'number' && declared.length === 0)) continue;
    const known = listText([
      ...new Set(declared.map(({ name, containerPort }) => `${name ? `${name} ` : ''}${containerPort}`)),
    ]);
    return cause(
      'service-port',
      `no container of its pods declares port ${target}, the target of ${portText(port)}${known ? `; they declare ${known}` : ''}`,
      {
        evidence: [
          objectEvidence(service, 'spec.ports'),
          ...pods.slice(0, 1).map((pod) => objectEvidence(pod, 'spec.containers')),
        ],
      },
    );
  }
  return undefined;
}

const portText = ({ name, port }: ServicePort): string => `port ${name ? `${name} (${port})` : port}`;

/** Explains a service without a selector and endpoints. */
export const noSelector: Rule = rule<Service>(async (service, view) => {
  if (isExternal(service) || Object.keys(service.spec?.selector ?? {}).length > 0) return undefined;
  const slices = await view.listAs('discovery/EndpointSlice', service.metadata.namespace);
  const names = slices.some(({ metadata }) =>
    Object.entries(metadata.labels ?? {}).some(
      ([name, value]) => name.endsWith('/service-name') && value === service.metadata.name,
    ),
  );
  if (names) return undefined;
  return cause('no-selector', 'it has no selector, and no endpoints have been added', {
    evidence: [objectEvidence(service, 'spec')],
  });
});

/** Explains a load balancer without an address. */
export const loadBalancer: Rule = rule<Service>((service) => {
  if (service.spec?.type !== 'LoadBalancer' || (service.status?.loadBalancer?.ingress ?? []).length > 0)
    return undefined;
  return cause('load-balancer', 'no cloud provider has given its load balancer an address', {
    evidence: [objectEvidence(service, 'status.loadBalancer')],
  });
});

/** Reports backends of an ingress that do not exist or do not serve. */
export const backends: Rule = rule<Ingress>(async (ingress, view) => {
  const { spec, metadata } = ingress;
  const all = [
    ...(spec?.defaultBackend ? [spec.defaultBackend] : []),
    ...(spec?.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map((path) => path.backend)),
  ];
  const found = await Promise.all(all.map((backend) => backendCauses(view, ingress, backend)));
  const className = spec?.ingressClassName;
  const isKnown = !className || (await view.find('networking/IngressClass', undefined, className));
  return [
    ...found.flat(),
    ...(isKnown
      ? []
      : [
          cause('ingress-class-missing', `ingress class ${className} does not exist`, {
            evidence: [objectEvidence(ingress)],
          }),
        ]),
  ].filter((each, index, list) => list.findIndex(({ text }) => text === each.text) === index && metadata.name);
});

/** Reports secrets with certificates that an ingress names and that do not exist. */
export const certificates: Rule = rule<Ingress>(async (ingress, view) => {
  const { spec, metadata } = ingress;
  const names = [...new Set((spec?.tls ?? []).flatMap(({ secretName = '' }) => secretName || []))];
  const secrets = await Promise.all(names.map((name) => view.find('core/Secret', metadata.namespace, name)));
  const missing = names.filter((_, index) => !secrets[index]).map((name) => `secret ${name}`);
  if (missing.length === 0) return undefined;
  const verb = missing.length === 1 ? 'does' : 'do';
  return cause('certificate-missing', `${listText(missing)} with its certificate ${verb} not exist`, {
    evidence: [objectEvidence(ingress, 'spec.tls')],
  });
});

/** Explains the endpoints of a service by the state of the service. */
export const endpointsOfService: Rule = rule(async ({ metadata }, view) => {
  const owner = metadata.ownerReferences?.find(({ kind }) => kind === 'Service');
  const service = await view.find<Service>('core/Service', metadata.namespace, owner?.name ?? metadata.name ?? '');
  return service ? servingCauses(view, service, []) : undefined;
});

async function backendCauses(view: View, ingress: Ingress, { service }: IngressBackend) {
  if (!service) return [];
  const evidence = [objectEvidence(ingress, 'spec.rules')];
  const found = await view.find<Service>('core/Service', ingress.metadata.namespace, service.name);
  if (!found) return [cause('service-missing', `service ${service.name} does not exist`, { evidence })];
  const { name, number } = service.port ?? {};
  const isServed = (found.spec?.ports ?? []).some((port) => (name ? port.name === name : port.port === number));
  if (!isServed)
    return [
      cause('ingress-port', `service ${service.name} has no port ${name ?? number}`, {
        evidence: [...evidence, objectEvidence(found, 'spec.ports')],
      }),
    ];
  return servingCauses(view, found, evidence);
}

async function servingCauses(view: View, service: Service, evidence: readonly Evidence[]): Promise<readonly Cause[]> {
  // Inside the cluster, a service serves without its load balancer.
  const because = (await view.causesOf(service)).filter(({ rule }) => rule !== 'load-balancer');
  const text = `service ${service.metadata.name} does not serve`;
  return because.length > 0 ? [cause('backend', text, { evidence, because })] : [];
}
