import type { RequestInfo } from '../api/request-info.ts';
import type { UserInfo } from '../api/user-info.ts';

/** The parts of a request that flow schemas match. */
export interface FlowRequest {
  readonly user: UserInfo;
  readonly info: Pick<
    RequestInfo,
    'isResourceRequest' | 'path' | 'verb' | 'group' | 'resource' | 'subresource' | 'namespace'
  > &
    Partial<Pick<RequestInfo, 'pattern'>>;
}
