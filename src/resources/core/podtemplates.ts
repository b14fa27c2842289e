import type { PodTemplate } from '../../api/kinds/core-v1.generated.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import type { KindFacts } from '../kind-facts.ts';
import {
  dropDisabledTemplateFields,
  podTemplateWarnings,
  setPodTemplateDefaults,
  validatePodTemplate,
} from '../pod-template.ts';
import { resource } from '../resource-definition.ts';
import { column, nameColumn } from '../table-columns.ts';

const facts = {
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  namespaced: true,
  description: 'A template for creating pods.',
  types: {
    PodTemplate: { 'template?': 'PodTemplateSpec' },
  },
} satisfies KindFacts;

export const podtemplates = resource<PodTemplate>(facts, {
  deleteAnswersObject: true,
  generation: ({ template }) => template,
  strategy: {
    setDefaults: ({ template }, context) => setPodTemplateDefaults(template, context),
    prepareForCreate: ({ template }) => dropDisabledTemplateFields(template),
    prepareForUpdate: ({ template }, live) => dropDisabledTemplateFields(template, live.template),
    validate: ({ template }, context) => validatePodTemplate(template, 'template', context),
    warnings: ({ metadata, template }, live, context) =>
      live && metadata.generation === live.metadata.generation
        ? []
        : podTemplateWarnings(template, live?.template, 'template', context),
  },
  columns: [
    nameColumn(),
    ...containerColumns<PodTemplate>(({ template }) => template).map((shown) => ({ ...shown, priority: 0 })),
    column(
      'Pod Labels',
      'string',
      'The labels for the pod template.',
      ({ template }) =>
        Object.entries(template?.metadata?.labels ?? {})
          .map(([key, value]) => `${key}=${value}`)
          .sort()
          .join(',') || '<none>',
    ),
  ],
});
