/** The path of custom resource definitions in the `kubernetes` dialect. */
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Returns the definition of Widgets: namespaced custom resources `widgets.example.com/v1`. */
export const widgetDefinition = (openAPIV3Schema: object = { type: 'object' }) => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  },
});
