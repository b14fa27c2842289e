import type { ResourceBehavior } from '../resource-definition.ts';
import { clustercidrs } from './clustercidrs.ts';
import { ingressclasses } from './ingressclasses.ts';
import { ingresses } from './ingresses.ts';
import { ipaddresses } from './ipaddresses.ts';
import { networkpolicies } from './networkpolicies.ts';

export const networkingResources: readonly ResourceBehavior[] = [
  clustercidrs,
  ingressclasses,
  ingresses,
  ipaddresses,
  networkpolicies,
];
