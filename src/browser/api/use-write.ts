import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

type WriteOptions<Variables, Answer> = {
  /** Queries that are read again before the write counts as done. */
  changes: readonly { queryKey: QueryKey }[]
  /** Writes with the same value run one after another. */
  line?: string
  /** Runs even after the component has been unmounted. */
  onSuccess?: (answer: Answer, variables: Variables) => unknown
}

/** A write that stays pending until the screen shows its result. */
export function useWrite<Variables = void, Answer = unknown>(
  mutationFn: (variables: Variables) => Promise<Answer>,
  { changes, line, onSuccess }: WriteOptions<Variables, Answer>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...(line !== undefined && { scope: { id: line } }),
    ...(onSuccess && { onSuccess }),
    onSettled: () => Promise.all(changes.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  })
}
