import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

/** The first part of every query key of this panel. */
export const adminKey = 'admin';

/**
 * A change to drivers or accounts. When it is made, all lists of the panel load again before `onDone`; when it
 * fails it is logged, and `error` is there to be shown.
 */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: [adminKey] });
  return useMutation({
    mutationFn: change,
    // Without a connection it fails now; waiting for one would change something long after the press.
    networkMode: 'always',
    onSuccess: async (result, input) => {
      await reload();
      onDone(result, input);
    },
    onError: (error) => {
      console.error('A change was refused', error);
      // What was refused is often already different on the server.
      void reload();
    },
  });
}
