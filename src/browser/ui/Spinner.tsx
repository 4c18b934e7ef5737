import { LoaderCircle } from 'lucide-react'

type SpinnerProps = { size?: number }

export const Spinner = ({ size = 20 }: SpinnerProps) => (
  <LoaderCircle className="animate-spin" size={size} aria-hidden />
)
