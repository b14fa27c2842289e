import type { ResourceBehavior } from '../resource-definition.ts';
import { mutatingwebhookconfigurations } from './mutatingwebhookconfigurations.ts';
import { validatingadmissionpolicies } from './validatingadmissionpolicies.ts';
import { validatingadmissionpolicybindings } from './validatingadmissionpolicybindings.ts';
import { validatingwebhookconfigurations } from './validatingwebhookconfigurations.ts';

export const admissionregistrationResources: readonly ResourceBehavior[] = [
  mutatingwebhookconfigurations,
  validatingadmissionpolicies,
  validatingadmissionpolicybindings,
  validatingwebhookconfigurations,
];
