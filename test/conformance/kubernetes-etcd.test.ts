import { replayOnEtcd } from './etcd.ts';

replayOnEtcd('kubernetes');
