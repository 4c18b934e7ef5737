import { product } from './element.ts'

const whole = 'pictures/qamra.svg'

/** Pictures that are missing, broken, or none. */
export const oddPictures = (parent_id: number, address: string): object[] => {
  const at = (path: string) => `${address}/${path}`
  const pictures: readonly (readonly [string, unknown, unknown])[] = [
    ['both', at(whole), at(whole)],
    ['none', null, null],
    ['only a small one', null, at(whole)],
    ['only a large one', at(whole), null],
    ['empty text', '', ''],
    ['a number', 7, 7],
    ['not found', at('pictures/gone.svg'), at('pictures/gone.svg')],
    ['only the small one not found', at(whole), at('pictures/gone.svg')],
    ['a page, no picture', at('control'), at('control')],
    ['a script', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['in the address itself', 'data:image/svg+xml,<svg/>', 'data:image/svg+xml,<svg/>'],
    ['a file', 'file:///etc/hostname', 'file:///etc/hostname'],
    ['of another host', 'https://pictures.example/a.png', 'https://pictures.example/a.png'],
    ['of another host, without a scheme', '//pictures.example/a.png', '//pictures.example/a.png'],
    ['no address', 'http://', 'http://'],
  ]
  return pictures.map(([name, image_large, image_small], index) =>
    product(6000 + index, `Sells: picture, ${name}`, 'velto_rc', { parent_id, image_large, image_small }),
  )
}
