"""Which licences may be in the training data: permissive ones, without copyleft of any strength."""

import re

_COPYLEFT = re.compile(
    r"gpl|affero|general public licen|\bmpl\b|mpl-?\d|mozilla public|\bepl\b|epl-?\d|eclipse public|cddl|eupl|\bosl\b|osl-?\d"
    r"|cecill|cc-by-sa|cc-by-nc|attribution-sharealike|share.?alike|non.?commercial|\bcpl\b|\bgfdl\b|sleepycat|\bqpl\b|\bbusl\b|sspl"
    r"|elastic licen|proprietary|unlicensed|all rights reserved\W*$",
    re.IGNORECASE,
)
_PERMISSIVE = re.compile(
    r"\bmit\b|\bmit[-/ ]|expat|x11|bsd|apache|isc\b|zlib|boost|bsl-1|unlicense|public.?domain|cc0|artistic|python|psf|ruby|php"
    r"|wtfpl|0bsd|ncsa|blueoak|postgresql|hpnd|upl|zpl|ntp|curl|openssl|w3c|unicode|lua\b",
    re.IGNORECASE,
)


def permissive(licence: str) -> bool:
    """
    Whether a licence expression, an SPDX one or a registry's free text, allows use without copyleft.

    Of alternatives ("MIT or GPL-2+") one permissive is enough; of licences joined by "and" all must be.
    """
    alternatives = re.split(r"\s+or\s+|\s*\|\|?\s*|/(?=[A-Z])", licence, flags=re.IGNORECASE)
    return any(
        _PERMISSIVE.search(part) is not None and _COPYLEFT.search(part) is None for part in alternatives if part.strip()
    )


def debian_licences(copyright_file: str) -> list[str]:
    """
    The short names in the `License:` fields of a machine-readable debian/copyright, without the packaging's own
    (paragraphs whose files all lie in debian/). Empty where the file is free text.

    Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
    """
    if "Format:" not in copyright_file[:600] and "Files:" not in copyright_file:
        return []
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", copyright_file):
        files = re.search(r"^Files:\s*((?:.+\n?)(?:[ \t].*\n?)*)", paragraph, re.MULTILINE)
        licence = re.search(r"^License:\s*(.+)$", paragraph, re.MULTILINE)
        if files is None or licence is None:
            continue
        if all(name.startswith("debian/") or name == "debian/*" for name in files.group(1).split()):
            continue
        found.append(licence.group(1).strip())
    return found


def debian_permissive(copyright_file: str) -> bool:
    """Whether all of a Debian package's upstream files are permissively licensed."""
    licences = debian_licences(copyright_file)
    if licences:
        return all(permissive(licence) for licence in licences)
    return _COPYLEFT.search(copyright_file) is None and permissive(copyright_file)
