import type { KindDetails } from './published-definitions.ts';

interface DefinitionSet {
  /** The name of the package in `@kubernetes-models`. */
  readonly name: string;
  readonly details: KindDetails;
  /** Objects as the project's documentation writes them. */
  readonly examples: readonly object[];
  /** A merge patch of the first example. */
  readonly patch: object;
  /** The path of a field for `kubectl explain`. */
  readonly explained: string;
}

const example = (apiVersion: string, kind: string, name: string, spec: object) => ({
  apiVersion,
  kind,
  metadata: { name },
  spec,
});

const readyColumn = {
  name: 'Ready',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
};

const CERT_MANAGER: DefinitionSet = {
  name: 'cert-manager',
  details: {
    clusterScoped: ['ClusterIssuer', 'AWSPCAClusterIssuer', 'CertificateRequestPolicy', 'Bundle', 'ClusterBundle'],
    shortNames: { Certificate: ['cert', 'certs'], CertificateRequest: ['cr', 'crs'] },
    columns: { Certificate: [readyColumn, { name: 'Secret', type: 'string', jsonPath: '.spec.secretName' }] },
  },
  examples: [
    example('cert-manager.io/v1', 'Certificate', 'shop', {
      secretName: 'shop-tls',
      duration: '2160h',
      dnsNames: ['shop.example.com', 'www.example.com'],
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      usages: ['digital signature', 'server auth'],
      issuerRef: { name: 'encrypt', kind: 'ClusterIssuer' },
    }),
    example('cert-manager.io/v1', 'ClusterIssuer', 'encrypt', {
      acme: {
        server: 'https://acme.example.com/directory',
        email: 'operator@example.com',
        privateKeySecretRef: { name: 'account-key' },
        solvers: [
          { http01: { ingress: { ingressClassName: 'nginx' } }, selector: { dnsNames: ['shop.example.com'] } },
          { dns01: { cloudDNS: { project: 'shop', serviceAccountSecretRef: { name: 'dns', key: 'key.json' } } } },
        ],
      },
    }),
  ],
  patch: { spec: { renewBefore: '360h', privateKey: { size: 384 } } },
  explained: 'certificate.spec.privateKey.rotationPolicy',
};

const ARGO_CD: DefinitionSet = {
  name: 'argo-cd',
  details: { shortNames: { Application: ['app', 'apps'], AppProject: ['appproj'], ApplicationSet: ['appset'] } },
  examples: [
    example('argoproj.io/v1alpha1', 'Application', 'guestbook', {
      project: 'default',
      source: {
        repoURL: 'https://example.com/apps.git',
        targetRevision: 'HEAD',
        path: 'guestbook',
        helm: { parameters: [{ name: 'image.tag', value: '1.2.3' }], valuesObject: { replicas: 2 } },
      },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'guestbook' },
      syncPolicy: { automated: { prune: true, selfHeal: true }, retry: { limit: 5, backoff: { duration: '5s' } } },
    }),
    example('argoproj.io/v1alpha1', 'AppProject', 'shop', {
      sourceRepos: ['*'],
      destinations: [{ namespace: 'shop', server: '*' }],
      clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
    }),
    example('argoproj.io/v1alpha1', 'ApplicationSet', 'guestbooks', {
      generators: [{ list: { elements: [{ cluster: 'one' }, { cluster: 'two' }] } }],
      template: {
        metadata: { name: '{{cluster}}-guestbook' },
        spec: {
          project: 'default',
          source: { repoURL: 'https://example.com/apps.git', path: 'guestbook' },
          destination: { name: '{{cluster}}', namespace: 'guestbook' },
        },
      },
    }),
  ],
  patch: { spec: { source: { targetRevision: 'v2' }, syncPolicy: null } },
  explained: 'application.spec.source.targetRevision',
};

const GATEWAY_API: DefinitionSet = {
  name: 'gateway-api',
  details: {
    clusterScoped: ['GatewayClass'],
    shortNames: { GatewayClass: ['gc'], Gateway: ['gtw'] },
    columns: { HTTPRoute: [{ name: 'Hostnames', type: 'string', jsonPath: '.spec.hostnames' }] },
  },
  examples: [
    example('gateway.networking.k8s.io/v1', 'HTTPRoute', 'shop', {
      parentRefs: [{ name: 'edge', sectionName: 'https' }],
      hostnames: ['shop.example.com'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/cart' }, headers: [{ name: 'version', value: 'two' }] }],
          filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier: { add: [{ name: 'a', value: 'b' }] } }],
          backendRefs: [
            { name: 'cart', port: 8080, weight: 90 },
            { name: 'cart-next', port: 8080, weight: 10 },
          ],
        },
      ],
    }),
    example('gateway.networking.k8s.io/v1', 'GatewayClass', 'example', { controllerName: 'example.com/gateway' }),
    example('gateway.networking.k8s.io/v1beta1', 'Gateway', 'edge', {
      gatewayClassName: 'example',
      listeners: [
        {
          name: 'https',
          protocol: 'HTTPS',
          port: 443,
          tls: { mode: 'Terminate', certificateRefs: [{ kind: 'Secret', name: 'shop-tls' }] },
          allowedRoutes: { namespaces: { from: 'Same' } },
        },
      ],
    }),
  ],
  patch: { spec: { hostnames: ['shop.example.com', 'www.example.com'] } },
  explained: 'httproute.spec.rules.matches.path',
};

const PROMETHEUS_OPERATOR: DefinitionSet = {
  name: 'prometheus-operator',
  details: {
    embedded: ['EmbeddedPersistentVolumeClaim'],
    shortNames: { Prometheus: ['prom'], PrometheusRule: ['promrule'], ServiceMonitor: ['smon'] },
    columns: { Prometheus: [{ name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' }] },
    scale: { Prometheus: { specReplicasPath: '.spec.shards', statusReplicasPath: '.status.shards' } },
  },
  examples: [
    example('monitoring.coreos.com/v1', 'Prometheus', 'main', {
      replicas: 2,
      shards: 1,
      serviceAccountName: 'prometheus',
      serviceMonitorSelector: { matchLabels: { team: 'shop' } },
      resources: { requests: { memory: '400Mi', cpu: 1 } },
      storage: { emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
    }),
    example('monitoring.coreos.com/v1', 'ServiceMonitor', 'shop', {
      selector: { matchLabels: { app: 'shop' }, matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
      endpoints: [{ port: 'metrics', interval: '30s', scheme: 'http', targetPort: 9090 }],
    }),
    example('monitoring.coreos.com/v1', 'PrometheusRule', 'alerts', {
      groups: [
        {
          name: 'shop',
          rules: [
            { alert: 'Down', expr: 'up == 0', for: '5m', labels: { severity: 'page' } },
            { record: 'one', expr: 1 },
          ],
        },
      ],
    }),
  ],
  patch: { spec: { replicas: 3, resources: { requests: { cpu: null } } } },
  explained: 'prometheus.spec.serviceMonitorSelector',
};

const KNATIVE: DefinitionSet = {
  name: 'knative',
  details: {
    clusterScoped: ['ClusterDomainClaim'],
    embedded: ['PodScalable', 'EventPolicySelector', 'ChannelTemplateSpec'],
    shortNames: { Service: ['kservice', 'ksvc'], Revision: ['rev'], Configuration: ['config', 'cfg'] },
    columns: { Trigger: [{ name: 'Broker', type: 'string', jsonPath: '.spec.broker' }] },
  },
  examples: [
    example('serving.knative.dev/v1', 'Service', 'hello', {
      template: {
        metadata: { annotations: { 'autoscaling.knative.dev/target': '10' } },
        spec: {
          containerConcurrency: 10,
          containers: [
            {
              name: 'hello',
              image: 'example.com/hello',
              ports: [{ containerPort: 8080 }],
              env: [{ name: 'TARGET', value: 'world' }],
            },
          ],
        },
      },
      traffic: [{ latestRevision: true, percent: 100 }],
    }),
    example('eventing.knative.dev/v1', 'Broker', 'default', { delivery: { retry: 3, backoffPolicy: 'exponential' } }),
    example('eventing.knative.dev/v1', 'Trigger', 'orders', {
      broker: 'default',
      filter: { attributes: { type: 'order.created' } },
      subscriber: { ref: { apiVersion: 'serving.knative.dev/v1', kind: 'Service', name: 'hello' } },
    }),
  ],
  patch: { spec: { template: { spec: { timeoutSeconds: 60 } } } },
  explained: 'ksvc.spec.traffic.percent',
};

export const DEFINITION_SETS: readonly DefinitionSet[] = [
  CERT_MANAGER,
  ARGO_CD,
  GATEWAY_API,
  PROMETHEUS_OPERATOR,
  KNATIVE,
];
