/** Related objects of many kinds beside the sample, each with the path of its collection. */
const NAMESPACE = '/namespaces/sample';

const LABELS = { app: 'shop' };

const CONTAINER = {
  name: 'web',
  image: 'nginx:1.25',
  command: ['nginx', '-g', 'daemon off;'],
  ports: [{ name: 'http', containerPort: 80 }],
  env: [
    { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'greeting', key: 'colour' } } },
    { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'credentials', key: 'password' } } },
    { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    { name: 'SIZE', value: '3' },
  ],
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'settings', mountPath: '/etc/settings', readOnly: true },
  ],
  resources: { requests: { cpu: '50m', memory: '32Mi' }, limits: { memory: '64Mi' } },
  readinessProbe: { httpGet: { port: 'http', path: '/' }, periodSeconds: 5 },
};

const POD_SPEC = {
  serviceAccountName: 'reader',
  containers: [CONTAINER],
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    { name: 'settings', configMap: { name: 'features' } },
  ],
};

const inCore = (plural: string, body: object) => ({ path: `/api/v1${NAMESPACE}/${plural}`, body });
const inGroup = (groupVersion: string, plural: string, body: object) => ({
  path: `/apis/${groupVersion}${NAMESPACE}/${plural}`,
  body,
});
const clusterScoped = (groupVersion: string, plural: string, body: object) => ({
  path: `/apis/${groupVersion}/${plural}`,
  body,
});

const WEBHOOK = {
  name: 'check.shop.example',
  clientConfig: { service: { namespace: 'sample', name: 'hello', path: '/check' } },
  rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] }],
  // Matches no request, so that no write of a test calls the service.
  objectSelector: { matchLabels: { checked: 'true' } },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};

const WIDGET_SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', description: 'Size of the widget.' },
        color: { type: 'string', enum: ['red', 'blue'] },
        parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    },
  },
};

export const PAGE_OBJECTS: readonly { readonly path: string; readonly body: object }[] = [
  clusterScoped('storage.cluster.io/v1', 'storageclasses', {
    metadata: { name: 'fast' },
    provisioner: 'disks.example',
    volumeBindingMode: 'WaitForFirstConsumer',
    parameters: { type: 'ssd' },
  }),
  {
    path: '/api/v1/persistentvolumes',
    body: {
      metadata: { name: 'disk-1' },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/disks/1' },
        claimRef: { namespace: 'sample', name: 'data' },
        persistentVolumeReclaimPolicy: 'Retain',
      },
    },
  },
  inCore('persistentvolumeclaims', {
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      volumeName: 'disk-1',
      resources: { requests: { storage: '1Gi' } },
    },
  }),
  inCore('persistentvolumeclaims', {
    metadata: { name: 'waiting' },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
  }),
  inCore('pods', { metadata: { name: 'shop', labels: LABELS }, spec: POD_SPEC }),
  inCore('pods', {
    metadata: { name: 'incomplete' },
    spec: {
      nodeSelector: { disk: 'none' },
      containers: [{ name: 'web', image: 'nginx', envFrom: [{ configMapRef: { name: 'absent' } }] }],
    },
  }),
  inCore('services', {
    metadata: { name: 'shop' },
    spec: { type: 'NodePort', selector: LABELS, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  }),
  inCore('resourcequotas', {
    metadata: { name: 'limits' },
    spec: { hard: { 'requests.cpu': '2', pods: '20', configmaps: '4' } },
  }),
  inCore('limitranges', {
    metadata: { name: 'defaults' },
    spec: {
      limits: [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '20m' }, max: { cpu: '2' } }],
    },
  }),
  inGroup('apps/v1', 'statefulsets', {
    metadata: { name: 'store' },
    spec: {
      replicas: 2,
      serviceName: 'shop',
      selector: { matchLabels: { app: 'store' } },
      template: {
        metadata: { labels: { app: 'store' } },
        spec: { containers: [{ name: 'db', image: 'postgres:16' }] },
      },
    },
  }),
  inGroup('batch/v1', 'cronjobs', {
    metadata: { name: 'report' },
    spec: {
      schedule: '*/5 * * * *',
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'report', image: 'report:1' }] } } },
      },
    },
  }),
  inGroup('autoscaling/v2', 'horizontalpodautoscalers', {
    metadata: { name: 'hello' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'hello' },
      minReplicas: 2,
      maxReplicas: 6,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    },
  }),
  inGroup('policy/v1', 'poddisruptionbudgets', {
    metadata: { name: 'hello' },
    spec: { minAvailable: 2, selector: { matchLabels: { app: 'hello' } } },
  }),
  inGroup('networking.cluster.io/v1', 'ingresses', {
    metadata: { name: 'front' },
    spec: {
      tls: [{ hosts: ['shop.example'], secretName: 'credentials' }],
      rules: [
        {
          host: 'shop.example',
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { service: { name: 'shop', port: { name: 'http' } } } },
              { path: '/hello', pathType: 'Prefix', backend: { service: { name: 'hello', port: { number: 80 } } } },
            ],
          },
        },
      ],
    },
  }),
  inGroup('networking.cluster.io/v1', 'networkpolicies', {
    metadata: { name: 'only-hello' },
    spec: {
      podSelector: { matchLabels: LABELS },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'hello' } } }], ports: [{ port: 80 }] }],
    },
  }),
  clusterScoped('apiextensions.cluster.io/v1', 'customresourcedefinitions', {
    metadata: { name: 'widgets.shop.example' },
    spec: {
      group: 'shop.example',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: WIDGET_SCHEMA },
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
        },
      ],
    },
  }),
  clusterScoped('admissionregistration.cluster.io/v1', 'validatingwebhookconfigurations', {
    metadata: { name: 'checks' },
    webhooks: [WEBHOOK],
  }),
];

/** Objects of the kinds that `PAGE_OBJECTS` defines. */
export const CUSTOM_OBJECTS: typeof PAGE_OBJECTS = [
  inGroup('shop.example/v1', 'widgets', {
    apiVersion: 'shop.example/v1',
    kind: 'Widget',
    metadata: { name: 'first' },
    spec: { size: 3, color: 'blue', parts: [{ name: 'wheel' }] },
  }),
];

/** Addresses of object pages for all families of kinds. */
export const OBJECT_PAGES = [
  '/objects/core/v1/pods/sample/shop',
  '/objects/apps/v1/deployments/sample/hello',
  '/objects/apps/v1/statefulsets/sample/store',
  '/objects/batch/v1/cronjobs/sample/report',
  '/objects/core/v1/services/sample/hello',
  '/objects/networking.cluster.io/v1/ingresses/sample/front',
  '/objects/networking.cluster.io/v1/networkpolicies/sample/only-hello',
  '/objects/core/v1/configmaps/sample/greeting',
  '/objects/core/v1/secrets/sample/credentials',
  '/objects/core/v1/serviceaccounts/sample/reader',
  '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader',
  '/objects/rbac.authorization.cluster.io/v1/rolebindings/sample/config-readers',
  '/objects/core/v1/persistentvolumeclaims/sample/data',
  '/objects/core/v1/persistentvolumes/-/disk-1',
  '/objects/storage.cluster.io/v1/storageclasses/-/fast',
  '/objects/core/v1/nodes/-/simulated-node-1',
  '/objects/autoscaling/v2/horizontalpodautoscalers/sample/hello',
  '/objects/policy/v1/poddisruptionbudgets/sample/hello',
  '/objects/core/v1/resourcequotas/sample/limits',
  '/objects/core/v1/limitranges/sample/defaults',
  '/objects/core/v1/namespaces/-/sample',
  '/objects/apiextensions.cluster.io/v1/customresourcedefinitions/-/widgets.shop.example',
  '/objects/shop.example/v1/widgets/sample/first',
  '/objects/admissionregistration.cluster.io/v1/validatingwebhookconfigurations/-/checks',
  '/objects/flowcontrol.apiserver.cluster.io/v1beta3/flowschemas/-/global-default',
];
