// Read before all else by browsers of any age, so in the syntax of 2009: one in which the page would not run goes to what says which is needed. It
// looks for the youngest of what the page cannot do without.
;(function () {
  if (
    !window.AbortSignal ||
    !AbortSignal.timeout ||
    !window.CSS ||
    !CSS.supports ||
    !CSS.supports('height', '1dvh') ||
    !CSS.supports('selector(:has(a))')
  )
    location.replace('/browser-too-old.html')
})()
