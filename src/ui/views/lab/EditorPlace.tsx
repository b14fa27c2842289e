import { Bullseye, Spinner } from '@patternfly/react-core';
import { type ReactNode, Suspense } from 'react';

/** Reserves the space of an editor while it loads. */
export const EditorPlace = ({ children }: { readonly children: ReactNode }) => (
  <Suspense
    fallback={
      <Bullseye className="tp-monaco">
        <Spinner aria-label="Loading the editor" />
      </Bullseye>
    }
  >
    {children}
  </Suspense>
);
