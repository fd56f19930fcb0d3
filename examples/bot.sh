#!/usr/bin/env bash
# A bot in bash that plays Eriantys by chance, over TCP in the dialect am28: bash bot.sh HOST PORT NAME[@CODE]
# Without a code it opens a table against a bot of the house. It tries moves until one is accepted.
exec 3<>"/dev/tcp/$1/$2" || exit 2
colours=(green red yellow pink blue)
say() { printf '%s\n' "$1" >&3; }
say "$3"
while read -r line <&3; do
  if [[ $line == *'"userID":1,'* && $3 != *@* ]]; then say '{"numPlayers":2,"gameMode":"simple","bots":1}'; fi
  if [[ $line =~ '"winner":"'([^\"]*) ]]; then echo "The winner is ${BASH_REMATCH[1]}."; exit; fi
  if [[ $line =~ '"playerIndex":'([0-9]) ]]; then me=${BASH_REMATCH[1]}; fi
  if [[ $line =~ '"turn":{"player":'([0-9])',"phase":"'([a-z]+)'"'(',"step":"'([a-z_]+))? ]]; then
    player=${BASH_REMATCH[1]} step=${BASH_REMATCH[4]:-${BASH_REMATCH[2]}}
  fi
  if [[ -z $me || $player != "$me" ]]; then continue; fi
  colour=${colours[RANDOM % 5]}
  case $step in
    planning) say "{\"cmd\":\"PLAYASSISTANTCARD\",\"index\":$((RANDOM % 10))}" ;;
    students) case $((RANDOM % 2)) in
      0) say "{\"cmd\":\"MOVETOHALL\",\"studentColour\":\"$colour\"}" ;;
      1) say "{\"cmd\":\"MOVETOISLAND\",\"studentColour\":\"$colour\",\"index\":$((RANDOM % 12 + 1))}" ;;
    esac ;;
    mother_nature) say '{"cmd":"MOVEMOTHERNATURE","motherNatureShifts":1}' ;;
    cloud) say "{\"cmd\":\"TAKEFROMCLOUD\",\"index\":$((RANDOM % 4))}" ;;
    end) say '{"cmd":"ENDTURN"}' ;;
  esac
done
echo "The connection has ended." >&2
exit 1
