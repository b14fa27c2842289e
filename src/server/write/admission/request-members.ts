import type { AdmissionAttributes } from '../../../admission/admission-plugin.ts';

/** The members of a request that admission plugins see and that never change while the plugins run. */
export abstract class RequestMembers {
  readonly operation: AdmissionAttributes['operation'];
  readonly kind: AdmissionAttributes['kind'];
  readonly resource: AdmissionAttributes['resource'];
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly oldObject: AdmissionAttributes['oldObject'];
  readonly options: AdmissionAttributes['options'];
  readonly dryRun: boolean;
  readonly user: AdmissionAttributes['user'];

  /** Each member is named, because spreading an object of this size takes as long as most plugins. */
  constructor(
    request: Omit<RequestMembers, 'kind' | 'resource' | 'user'>,
    { kind, resource, user }: Pick<RequestMembers, 'kind' | 'resource' | 'user'>,
  ) {
    this.operation = request.operation;
    this.kind = kind;
    this.resource = resource;
    this.subresource = request.subresource;
    this.namespace = request.namespace;
    this.name = request.name;
    this.oldObject = request.oldObject;
    this.options = request.options;
    this.dryRun = request.dryRun;
    this.user = user;
  }
}
