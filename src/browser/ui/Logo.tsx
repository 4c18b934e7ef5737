export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" role="img" aria-label="Toptill">
      <path d="M4 7h28v5H4z" fill="#a6e6ec" />
      <path d="M8 10h20v21l-3.3-3.3-3.35 3.3L18 27.7 14.65 31l-3.35-3.3L8 31z" fill="#fffcf2" />
      <path
        d="M18 14.5v9M13.8 18.2 18 14l4.2 4.2"
        stroke="#0a2a32"
        strokeWidth="2.4"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
