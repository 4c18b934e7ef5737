import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** The code after the `#`, which is removed from the URL at once. The link may also be opened while its page is shown. */
export function useCodeOfAddress(path: string): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  if (hash !== '' && hash !== `#${code}`) setCode(hash.slice(1))
  useLayoutEffect(() => {
    if (hash !== '') void navigate(path, { replace: true })
  }, [hash, navigate, path])
  return code
}
