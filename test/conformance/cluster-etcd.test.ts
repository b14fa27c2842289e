import { replayOnEtcd } from './etcd.ts';

replayOnEtcd('cluster');
