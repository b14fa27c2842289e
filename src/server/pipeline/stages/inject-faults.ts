import { isClusterComponent } from '../../../api/cluster-component.ts';
import { DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import { serviceUnavailable } from '../../../api/status.ts';
import type { Stage } from './stage.ts';

/**
 * Lets requests for objects fail at the rate that a user has chosen. Components go on, and the debug group stays reachable, so that
 * the fault can be taken back.
 */
export const injectFaults: Stage = (call, next) => {
  const { info, user, server } = call;
  const isSpared = !info.isResourceRequest || info.group === DEBUG_GROUP || isClusterComponent(user.username);
  if (!isSpared && server.faults.failsRequest())
    throw serviceUnavailable('the API has a fault that a user switched on');
  return next(call);
};
