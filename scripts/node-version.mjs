/** Why this Node cannot run Toptill, in one sentence, or `undefined` if it can. */
export function findNodeProblem(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24
  return fits ? undefined : `Toptill needs Node 20.19, 22.13, 24 or newer; this is Node ${version}.`
}
