import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

type WriteOptions<Variables, Answer> = {
  /** What is read again before the write counts as done. */
  changes: readonly { queryKey: QueryKey }[]
  /** Writes in one line wait for each other. */
  line?: string
  /** Runs whether or not what asked is still on the screen. */
  onSuccess?: (answer: Answer, variables: Variables) => unknown
}

/** A write that is over when the screen shows what it did, or that it failed. */
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
