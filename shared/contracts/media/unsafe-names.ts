import { message, type Message } from "../text/message";

/** Returns "" without an extension, as in "Dr. Rahman" and "version 1.2". Windows drops final dots and spaces. */
export const endingOf = (name: string): string =>
  /\.(?=\d*[a-z])([a-z\d]{1,10}|[a-z]+-ms)[.\s]*$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** Extensions that a computer may run, or a browser render, if a person opens the download. */
const UNSAFE =
  " app application appref-ms bat chm cmd com command cpl desktop dll dmg dqy exe gadget hlp hta htm html inf ins iqy " +
  "iso isp jar js jse jsp library-ms lnk mht mhtml mjs msc msi msix msp oqy pif pkg ps1 ps1xml ps2 psc1 psd1 psm1 rdp " +
  "reg rqy scf scr sct searchconnector-ms settingcontent-ms sh shtml slk svg svgz swf tool url vb vbe vbs ws wsc wsf " +
  "wsh xht xhtml xml xsl xslt ";

export const isUnsafe = (name: string): boolean => UNSAFE.includes(` ${endingOf(name)} `);

export const unsafeNameMessage = (name: string): Message =>
  message("Files ending in “.{ending}” can contain programs or scripts. Put it in a ZIP.", { ending: endingOf(name) });
