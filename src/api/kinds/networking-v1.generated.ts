// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { TypedLocalObjectReference } from './core-v1.generated.ts';

export interface HTTPIngressPath {
  backend: IngressBackend;
  path?: string | undefined;
  pathType: string;
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[] | null;
}

export interface IPBlock {
  cidr: string;
  except?: string[] | undefined;
}

export interface Ingress {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: IngressSpec | undefined;
  status?: IngressStatus | undefined;
}

export interface IngressBackend {
  resource?: TypedLocalObjectReference | undefined;
  service?: IngressServiceBackend | undefined;
}

export interface IngressClass {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: IngressClassSpec | undefined;
}

export interface IngressClassList {
  apiVersion: string;
  items: IngressClass[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface IngressClassParametersReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  namespace?: string | undefined;
  scope?: string | undefined;
}

export interface IngressClassSpec {
  controller?: string | undefined;
  parameters?: IngressClassParametersReference | undefined;
}

export interface IngressList {
  apiVersion: string;
  items: Ingress[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface IngressLoadBalancerIngress {
  hostname?: string | undefined;
  ip?: string | undefined;
  ports?: IngressPortStatus[] | undefined;
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[] | undefined;
}

export interface IngressPortStatus {
  error?: string | undefined;
  port: number;
  protocol: string;
}

export interface IngressRule {
  host?: string | undefined;
  http?: HTTPIngressRuleValue | undefined;
}

export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort | undefined;
}

export interface IngressSpec {
  defaultBackend?: IngressBackend | undefined;
  ingressClassName?: string | undefined;
  rules?: IngressRule[] | undefined;
  tls?: IngressTLS[] | undefined;
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus | undefined;
}

export interface IngressTLS {
  hosts?: string[] | undefined;
  secretName?: string | undefined;
}

export interface NetworkPolicy {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: NetworkPolicySpec | undefined;
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[] | undefined;
  to?: NetworkPolicyPeer[] | undefined;
}

export interface NetworkPolicyIngressRule {
  from?: NetworkPolicyPeer[] | undefined;
  ports?: NetworkPolicyPort[] | undefined;
}

export interface NetworkPolicyList {
  apiVersion: string;
  items: NetworkPolicy[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface NetworkPolicyPeer {
  ipBlock?: IPBlock | undefined;
  namespaceSelector?: LabelSelector | undefined;
  podSelector?: LabelSelector | undefined;
}

export interface NetworkPolicyPort {
  endPort?: number | undefined;
  port?: string | number | undefined;
  protocol?: string | undefined;
}

export interface NetworkPolicySpec {
  egress?: NetworkPolicyEgressRule[] | undefined;
  ingress?: NetworkPolicyIngressRule[] | undefined;
  podSelector: LabelSelector;
  policyTypes?: string[] | undefined;
}

export interface ServiceBackendPort {
  name?: string | undefined;
  number?: number | undefined;
}
