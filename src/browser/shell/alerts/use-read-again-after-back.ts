import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A page taken out of the browser's memory, as by *Back*, shows what was: everything is read anew. */
export function useReadAgainAfterBack(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.invalidateQueries()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [queryClient])
}
