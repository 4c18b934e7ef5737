import { countries, countryOf, type Country } from './countries.ts'

/** An operator (spec 2.7). */
export type Operator = {
  id: number
  name: string
  country: Country
  /** The digits after the dial code, if the sandbox detects the operator by them. */
  prefixes?: readonly string[]
}

/** All names are invented. */
const NAMES: Record<string, readonly string[]> = {
  AFG: ['Kohmel', 'Bamtel'],
  DZA: ['Atlaskom', 'Sahrafon'],
  AUT: ['Donauton', 'Alpenfunk'],
  BHR: ['Lulunet', 'Awalfon'],
  BGD: ['Meghlafon', 'Padmalink', 'Shaplatel'],
  BRB: ['Bajanwave'],
  BTN: ['Drukwind'],
  BRA: ['Jacarfone', 'Ondamar', 'Tucalink'],
  KHM: ['Tonlenet', 'Angkofon'],
  CMR: ['Wourinet', 'Mandarafon'],
  CAN: ['Maplewire', 'Loonlink', 'Borealfon'],
  CHL: ['Andefono', 'Pacifilo'],
  CHN: ['Yunqiaolink', 'Hehuafon'],
  COL: ['Cafetelo', 'Cumbiafon'],
  CIV: ['Ebrinet', 'Akwabafon'],
  DOM: ['Merengtel', 'Quisfono'],
  EGY: ['Nilofon', 'Deltawasl', 'Sakkaranet'],
  ETH: ['Abayfon'],
  FJI: ['Koralinet'],
  GEO: ['Kavkalink', 'Mtkvafon'],
  DEU: ['Funkelnetz', 'Nordpfad Mobil', 'Spreefon'],
  GHA: ['Voltalink', 'Adinkrafon', 'Sankonet'],
  HTI: ['Lakayfon'],
  IND: ['Tarangfon', 'Mayurlink', 'Chandninet', 'Gangafon'],
  IDN: ['Nusalink', 'Komodofon', 'Garunet'],
  IRQ: ['Dijlanet', 'Furatfon'],
  ITA: ['Vespafon', 'Ondalibera'],
  JAM: ['Yardwave', 'Blue Peak Tel'],
  JPN: ['Sakunami', 'Hoshifon'],
  JOR: ['Petralink', 'Wadifon'],
  KAZ: ['Steppefon', 'Altynlink'],
  KEN: ['Savanet', 'Mwangafon', 'Riftlink'],
  KWT: ['Dhowlink', 'Dirafon'],
  KGZ: ['Alatoofon'],
  LAO: ['Mekolink'],
  LBN: ['Arzalink', 'Cedrafon'],
  MYS: ['Hibisfon', 'Selatlink'],
  MLI: ['Djolifon'],
  MEX: ['Agavelink', 'Nopalfon'],
  MAR: ['Atlantifon', 'Zelliglink'],
  MMR: ['Padauknet', 'Shwefon'],
  NPL: ['Himalink', 'Gurasfon'],
  NGA: ['Kolafon', 'Zumalink', 'Benuenet', 'Harmafon'],
  OMN: ['Lubanlink', 'Khanjarfon'],
  PAK: ['Sindhulink', 'Chinarfon', 'Markhornet', 'Ravifon'],
  PHL: ['Islanet', 'Perlas Mobile', 'Lakbay'],
  POL: ['Wislafon', 'Bursztylink'],
  RUS: ['Taigafon', 'Volgolink'],
  RWA: ['Virungafon'],
  SAU: ['Nakhlanet', 'Ghaftfon'],
  SEN: ['Terangafon', 'Baobalink'],
  SOM: ['Xeebfon'],
  ZAF: ['Protealink', 'Karoofon', 'Springboknet'],
  KOR: ['Hanullink', 'Narafon'],
  ESP: ['Olivafon', 'Mareanet'],
  LKA: ['Lankawave', 'Sigirifon'],
  SDN: ['Nubalink', 'Mogranfon'],
  SYR: ['Baradafon'],
  TJK: ['Pamirlink'],
  TZA: ['Kilifon', 'Serengelink', 'Zanzinet'],
  THA: ['Changfon', 'Bualink', 'Siamwave'],
  TUN: ['Jasmilink', 'Carthafon'],
  TUR: ['Lalefon', 'Anadolink', 'Boğaz Mobil'],
  UGA: ['Cranelink', 'Ssesefon'],
  UKR: ['Sonyafon', 'Dniprolink', 'Karpatnet'],
  USA: ['Eaglerow', 'Prairiefon', 'Cascadelink'],
  UZB: ['Registofon', 'Zaralink'],
  VNM: ['Senlink', 'Trongdonet', 'Nonlafon'],
  YEM: ['Bilqisfon', 'Mokhalink'],
  ZMB: ['Zambefon', 'Kafuelink'],
}

const PHILIPPINE_PREFIXES: Record<string, readonly string[]> = {
  Islanet: ['905', '906', '915', '916', '917', '926', '927'],
  'Perlas Mobile': ['907', '908', '918', '919', '920', '928', '929'],
  Lakbay: ['895', '896', '991', '992', '993', '994'],
}

const FIRST_ID = 51

/** In the order of their countries. Their ids are used for nothing else. */
export const operators: readonly Operator[] = countries
  .flatMap((country) => (NAMES[country.id] ?? []).map((name) => ({ country, name })))
  .map(({ country, name }, index) => {
    const prefixes = PHILIPPINE_PREFIXES[name]
    return { id: FIRST_ID + index, name, country, ...(prefixes && { prefixes }) }
  })

const byId = new Map(operators.map((operator) => [operator.id, operator]))

export function findOperator(id: number): Operator | undefined {
  return byId.get(id)
}

export function operatorsIn(countryId: string): readonly Operator[] {
  return operators.filter(({ country }) => country.id === countryId)
}

/** For names in our own source. */
export function operatorOf(countryId: string, name: string): Operator {
  const operator = operatorsIn(countryId).find((one) => one.name === name)
  if (!operator) throw new Error(`no operator ${name} in ${countryOf(countryId).name}`)
  return operator
}
