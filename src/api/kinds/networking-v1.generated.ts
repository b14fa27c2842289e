// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { TypedLocalObjectReference } from './core-v1.generated.ts';

export interface HTTPIngressPath {
  path?: string | undefined;
  pathType: string;
  backend: IngressBackend;
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[] | null;
}

export interface IPBlock {
  cidr: string;
  except?: string[] | undefined;
}

export interface Ingress {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: IngressSpec | undefined;
  status?: IngressStatus | undefined;
}

export interface IngressBackend {
  resource?: TypedLocalObjectReference | undefined;
  service?: IngressServiceBackend | undefined;
}

export interface IngressClass {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: IngressClassSpec | undefined;
}

export interface IngressClassList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: IngressClass[] | null;
}

export interface IngressClassParametersReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  scope?: string | undefined;
  namespace?: string | undefined;
}

export interface IngressClassSpec {
  controller?: string | undefined;
  parameters?: IngressClassParametersReference | undefined;
}

export interface IngressList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: Ingress[] | null;
}

export interface IngressLoadBalancerIngress {
  ip?: string | undefined;
  hostname?: string | undefined;
  ports?: IngressPortStatus[] | undefined;
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[] | undefined;
}

export interface IngressPortStatus {
  port: number;
  protocol: string;
  error?: string | undefined;
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
  ingressClassName?: string | undefined;
  defaultBackend?: IngressBackend | undefined;
  tls?: IngressTLS[] | undefined;
  rules?: IngressRule[] | undefined;
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus | undefined;
}

export interface IngressTLS {
  hosts?: string[] | undefined;
  secretName?: string | undefined;
}

export interface NetworkPolicy {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: NetworkPolicySpec | undefined;
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[] | undefined;
  to?: NetworkPolicyPeer[] | undefined;
}

export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[] | undefined;
  from?: NetworkPolicyPeer[] | undefined;
}

export interface NetworkPolicyList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: NetworkPolicy[] | null;
}

export interface NetworkPolicyPeer {
  podSelector?: LabelSelector | undefined;
  namespaceSelector?: LabelSelector | undefined;
  ipBlock?: IPBlock | undefined;
}

export interface NetworkPolicyPort {
  protocol?: string | undefined;
  port?: string | number | undefined;
  endPort?: number | undefined;
}

export interface NetworkPolicySpec {
  podSelector: LabelSelector;
  ingress?: NetworkPolicyIngressRule[] | undefined;
  egress?: NetworkPolicyEgressRule[] | undefined;
  policyTypes?: string[] | undefined;
}

export interface ServiceBackendPort {
  name?: string | undefined;
  number?: number | undefined;
}
