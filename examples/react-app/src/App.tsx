import { NewDeployment } from './NewDeployment.tsx';
import { Pods } from './Pods.tsx';

export function App() {
  return (
    <>
      <h1>Pods</h1>
      <NewDeployment />
      <Pods />
    </>
  );
}
